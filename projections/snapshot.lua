-- Store the snapshot of a game, the effects it calls for and the seats it waits for, unless a newer snapshot is there.
-- KEYS  1 snapshot (hash)   of the partition:   2 effects that are due at once (hash)   3 waiting seats (hash)
--       4 effects with a time (hash)   5 games by the time of their effect, ms since 1970 (sorted set)
--       6 archived games (hash): their snapshots are in the archive, and the store keeps the version alone
-- ARGV  1 stamp (schema and ruleset)   2 version   3 game id   4 effect that is due at once, or nothing
--       5 waiting seats, or nothing when the game is not under way   6 effect with a time, or nothing   7 its time
--       8.. fields and values
-- Gives 1 when stored.
local stored = redis.call('HMGET', KEYS[1], 'stamp', 'version')
local archived = redis.call('HEXISTS', KEYS[6], ARGV[3]) == 1
local stamp = archived and 'archived' or ARGV[1]
if stored[1] == stamp and tonumber(stored[2]) >= tonumber(ARGV[2]) then return 0 end
if archived then
  redis.call('HSET', KEYS[1], 'stamp', stamp, 'version', ARGV[2])
else
  redis.call('HSET', KEYS[1], 'stamp', stamp, 'version', ARGV[2], unpack(ARGV, 8))
end
for i = 2, 4 do
  local value = ARGV[i + 2]
  if value == '' then redis.call('HDEL', KEYS[i], ARGV[3]) else redis.call('HSET', KEYS[i], ARGV[3], value) end
end
if ARGV[6] == '' then redis.call('ZREM', KEYS[5], ARGV[3]) else redis.call('ZADD', KEYS[5], ARGV[7], ARGV[3]) end
return 1
