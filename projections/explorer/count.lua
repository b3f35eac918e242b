-- Store cells to which games were added, if nothing was counted since they were read.
-- KEYS  1 generations of the record (hash)
-- ARGV  1 generation   2 start of the explorer's names   3 edition that the cells were read at   4 ms since 1970
--       5 JSON: games (lists of game and the strengths that it is counted with now)
--       6 … cell, section, its content or '' if all of it is 0
-- Gives 1 when stored.
local current, building = unpack(redis.call('HMGET', KEYS[1], 'current', 'building'))
if ARGV[1] ~= (current or '0') and ARGV[1] ~= building then return 0 end
local function key(name) return KEYS[1] .. ':' .. ARGV[1] .. ':' .. ARGV[2] .. name end
if (redis.call('HGET', key('progress'), 'edition') or '0') ~= ARGV[3] then return 0 end
for i = 6, #ARGV, 3 do
  if ARGV[i + 2] == '' then redis.call('HDEL', key('cell:' .. ARGV[i]), ARGV[i + 1])
  else redis.call('HSET', key('cell:' .. ARGV[i]), ARGV[i + 1], ARGV[i + 2]) end
end
for _, game in ipairs(cjson.decode(ARGV[5])) do
  redis.call('HSET', key('counted'), game[1], game[2])
  -- A game that was rated again since it was read still waits.
  if redis.call('HGET', key('waiting'), game[1]) == game[2] then redis.call('HDEL', key('waiting'), game[1]) end
end
redis.call('HINCRBY', key('progress'), 'edition', 1)
redis.call('HSET', key('progress'), 'ms', ARGV[4])
return 1
