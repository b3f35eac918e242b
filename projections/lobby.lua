-- Store the summary of a game and move it between the indexes, unless a newer one is there.
-- KEYS  1 summaries (hash: game to summary)   2 guards (hash: game to the version and indexes of its summary)
-- ARGV  1 game id   2 version   3 member in the indexes   4 summary   5.. keys of the indexes
-- The index keys share the tag of KEYS[1]. Gives 1 when stored.
local guard = redis.call('HGET', KEYS[2], ARGV[1])
if guard then
  local old = cjson.decode(guard)
  if old.version > tonumber(ARGV[2]) then return 0 end
  for _, index in ipairs(old.indexes) do redis.call('ZREM', index, ARGV[3]) end
end
local new = { version = tonumber(ARGV[2]), indexes = {} }
for i = 5, #ARGV do
  new.indexes[#new.indexes + 1] = ARGV[i]
  redis.call('ZADD', ARGV[i], 0, ARGV[3])
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[4])
redis.call('HSET', KEYS[2], ARGV[1], cjson.encode(new))
return 1
