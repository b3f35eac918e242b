-- Add a finished game to the record, once to each generation that is kept up: the current one, and one that is being built.
-- KEYS  1 generations (hash: current, building, newest)
-- ARGV  1 game id   2 JSON: generation (number, or "" for all that are kept up), position (of a rated game, or ""),
--         seats (text: who is rated), players (of a rated game), sums and maxima (lists of player, field, number),
--         entries (lists of board, player, number as text), days (lists of player, day, score: of tries at a daily deal),
--         explorer (start of its names), strengths (of a game that is not rated, by seat)   3 facts of the explorer; "": it leaves the game out
-- All keys share the tag of KEYS[1]. Gives 1 when something was added.
local add, added = cjson.decode(ARGV[2]), 0
local current = redis.call('HGET', KEYS[1], 'current') or '0'
local building = redis.call('HGET', KEYS[1], 'building')

local function add_to(generation)
  local function key(name) return KEYS[1] .. ':' .. generation .. ':' .. name end
  if redis.call('HSETNX', key('games'), ARGV[1], add.seats) == 0 then return end
  for _, sum in ipairs(add.sums) do redis.call('HINCRBY', key('statistics:' .. sum[1]), sum[2], sum[3]) end
  for _, maximum in ipairs(add.maxima) do
    local before = redis.call('HGET', key('statistics:' .. maximum[1]), maximum[2])
    if not before or tonumber(before) < maximum[3] then
      redis.call('HSET', key('statistics:' .. maximum[1]), maximum[2], maximum[3])
    end
  end
  for _, entry in ipairs(add.entries) do
    redis.call('ZADD', key('boards'), 0, entry[1])
    if redis.call('SISMEMBER', KEYS[1] .. ':gone', entry[2]) == 0 then
      redis.call('ZADD', key('board:' .. entry[1]), 'GT', entry[3], entry[2])
    end
  end
  for _, day in ipairs(add.days) do redis.call('HSET', key('days:' .. day[1]), day[2], day[3]) end
  if ARGV[3] ~= '' then redis.call('HSET', key(add.explorer .. 'facts'), ARGV[1], ARGV[3]) end
  if add.position == '' then
    if ARGV[3] ~= '' then redis.call('HSET', key(add.explorer .. 'waiting'), ARGV[1], add.strengths) end
  else
    redis.call('ZADD', key('order'), 0, add.position)
    for _, player in ipairs(add.players) do redis.call('ZADD', key('order:' .. player), 0, add.position) end
    local rated = redis.call('HGET', key('progress'), 'rated')
    -- If it comes late, what was rated after it is rated again. (Lua compares texts by the server's locale: ZLEXCOUNT does not.)
    if rated and redis.call('ZLEXCOUNT', key('order'), '(' .. add.position, '[' .. rated) > 0 then
      local before = redis.call('ZREVRANGEBYLEX', key('order'), '(' .. add.position, '-', 'LIMIT', 0, 1)[1]
      if before then redis.call('HSET', key('progress'), 'rated', before)
      else redis.call('HDEL', key('progress'), 'rated') end
    end
    redis.call('HINCRBY', key('progress'), 'revision', 1)
  end
  added = 1
end

for _, generation in ipairs(building and { current, building } or { current }) do
  if add.generation == '' or add.generation == generation then add_to(generation) end
end
return added
