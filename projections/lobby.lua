-- Store the summary of a game and move it between the indexes, unless a newer summary is there.
-- KEYS  1 summaries (hash: game to "<version> <index keys as JSON> <summary as JSON>" in three fields)
-- ARGV  1 game id   2 version   3 member in the indexes   4 summary   5.. keys of the indexes
-- The index keys share the tag of KEYS[1]. Gives 1 when stored.
local id = ARGV[1]
local version = redis.call('HGET', KEYS[1], id .. ':version')
if version and tonumber(version) >= tonumber(ARGV[2]) then return 0 end
local old = redis.call('HGET', KEYS[1], id .. ':indexes')
if old then for _, index in ipairs(cjson.decode(old)) do redis.call('ZREM', index, ARGV[3]) end end
local new = {}
for i = 5, #ARGV do
  new[#new + 1] = ARGV[i]
  redis.call('ZADD', ARGV[i], 0, ARGV[3])
end
redis.call('HSET', KEYS[1], id .. ':version', ARGV[2], id .. ':indexes', cjson.encode(new), id, ARGV[4])
return 1
