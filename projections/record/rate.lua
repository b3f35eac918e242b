-- Store ratings, if they were computed from what is stored: no game was added and none was rated in the meantime, and the
-- generation is still kept up.
-- KEYS  1 generations (hash)
-- ARGV  1 generation   2 revision that they were computed from   3 position of the last rated game
--       4 JSON: games (lists of game, ratings after it as text), ratings (lists of period, player, rating as text),
--         entries (lists of board, player, number as text), explorer (start of its names), strengths (lists of game, and
--         the strengths of its seats before it)
-- Gives 1 when stored.
local current, building = unpack(redis.call('HMGET', KEYS[1], 'current', 'building'))
if ARGV[1] ~= (current or '0') and ARGV[1] ~= building then return 0 end
local function key(name) return KEYS[1] .. ':' .. ARGV[1] .. ':' .. name end
if (redis.call('HGET', key('progress'), 'revision') or '0') ~= ARGV[2] then return 0 end
local found = cjson.decode(ARGV[4])
for _, game in ipairs(found.games) do redis.call('HSET', key('rated'), game[1], game[2]) end
for _, rating in ipairs(found.ratings) do redis.call('HSET', key('ratings:' .. rating[1]), rating[2], rating[3]) end
for _, entry in ipairs(found.entries) do
  redis.call('ZADD', key('boards'), 0, entry[1])
  if redis.call('SISMEMBER', KEYS[1] .. ':gone', entry[2]) == 0 then
    redis.call('ZADD', key('board:' .. entry[1]), entry[3], entry[2])
  end
end
for _, game in ipairs(found.strengths) do  -- the explorer counts a game again if its strengths have changed
  local counted = redis.call('HGET', key(found.explorer .. 'counted'), game[1])
  if counted == game[2] then redis.call('HDEL', key(found.explorer .. 'waiting'), game[1])
  elseif redis.call('HEXISTS', key(found.explorer .. 'facts'), game[1]) == 1 then
    redis.call('HSET', key(found.explorer .. 'waiting'), game[1], game[2])
  end
end
redis.call('HSET', key('progress'), 'rated', ARGV[3])
redis.call('HINCRBY', key('progress'), 'revision', 1)
return 1
