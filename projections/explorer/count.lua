-- Let cells that were written under other names take the places of those that games were added to, if nothing was counted
-- since those were read. To write them here would hold up the store for as long as it takes to copy them.
-- KEYS  1 generations of the record (hash)
-- ARGV  1 generation   2 start of the explorer's names   3 edition that the cells were read at   4 ms since 1970
--       5 JSON: games (lists of game and the strengths that it is counted with now)   6 start of the other names
--       7 … cell, 1 or '' if all of it is 0
-- Gives 1 when stored, -1 if the generation is not kept up any more.
local current, building = unpack(redis.call('HMGET', KEYS[1], 'current', 'building'))
if ARGV[1] ~= (current or '0') and ARGV[1] ~= building then return -1 end
local function key(name) return KEYS[1] .. ':' .. ARGV[1] .. ':' .. ARGV[2] .. name end
if (redis.call('HGET', key('progress'), 'edition') or '0') ~= ARGV[3] then return 0 end
for i = 7, #ARGV, 2 do
  if ARGV[i + 1] ~= '' and redis.call('EXISTS', key(ARGV[6] .. ARGV[i])) == 0 then return 0 end
end
for i = 7, #ARGV, 2 do
  if ARGV[i + 1] == '' then redis.call('DEL', key('cell:' .. ARGV[i]))
  else
    redis.call('RENAME', key(ARGV[6] .. ARGV[i]), key('cell:' .. ARGV[i]))
    redis.call('PERSIST', key('cell:' .. ARGV[i]))
  end
end
for _, game in ipairs(cjson.decode(ARGV[5])) do
  redis.call('HSET', key('counted'), game[1], game[2])
  -- A game that was rated again since it was read still waits.
  if redis.call('HGET', key('waiting'), game[1]) == game[2] then redis.call('HDEL', key('waiting'), game[1]) end
end
redis.call('HINCRBY', key('progress'), 'edition', 1)
redis.call('HSET', key('progress'), 'ms', ARGV[4])
return 1
