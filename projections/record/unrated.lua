-- What is needed to rate the next games, in their order.
-- KEYS  1 generations (hash)
-- ARGV  1 generation, or '' for the current one   2 how many games at most
-- Gives the generation, its revision, positions of the games, who is rated in each (text), the players, and of each player
-- the ratings after the last game before these (text), or ''.
local generation = ARGV[1] ~= '' and ARGV[1] or redis.call('HGET', KEYS[1], 'current') or '0'
local function key(name) return KEYS[1] .. ':' .. generation .. ':' .. name end
local revision, rated = unpack(redis.call('HMGET', key('progress'), 'revision', 'rated'))
local positions = redis.call('ZRANGEBYLEX', key('order'), rated and '(' .. rated or '-', '+', 'LIMIT', 0, ARGV[2])
local seats, players, before, known = {}, {}, {}, {}
for i, position in ipairs(positions) do
  seats[i] = redis.call('HGET', key('games'), string.sub(position, 15))
  for _, seat in ipairs(cjson.decode(seats[i])) do
    local player = seat[1]
    if not known[player] then
      known[player] = true
      local last = redis.call('ZREVRANGEBYLEX', key('order:' .. player), '(' .. positions[1], '-', 'LIMIT', 0, 1)[1]
      players[#players + 1] = player
      before[#before + 1] = last and redis.call('HGET', key('rated'), string.sub(last, 15)) or ''
    end
  end
end
return { generation, revision or '0', positions, seats, players, before }
