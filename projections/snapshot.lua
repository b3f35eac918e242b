-- Store the snapshot of a game, and the effect it calls for, unless a newer snapshot is there.
-- KEYS  1 snapshot (hash)   2 due effects of the partition (hash)
-- ARGV  1 stamp (schema and ruleset)   2 version   3 game id   4 due effect, or nothing   5.. fields and values
-- Gives 1 when stored.
local stored = redis.call('HMGET', KEYS[1], 'stamp', 'version')
if stored[1] == ARGV[1] and tonumber(stored[2]) >= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'stamp', ARGV[1], 'version', ARGV[2], unpack(ARGV, 5))
if ARGV[4] == '' then redis.call('HDEL', KEYS[2], ARGV[3]) else redis.call('HSET', KEYS[2], ARGV[3], ARGV[4]) end
return 1
