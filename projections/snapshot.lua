-- Store the snapshot of a game, the effect it calls for and the seats it waits for, unless a newer snapshot is there.
-- KEYS  1 snapshot (hash)   2 due effects of the partition (hash)   3 waiting seats of the partition's games (hash)
-- ARGV  1 stamp (schema and ruleset)   2 version   3 game id   4 due effect, or nothing
--       5 waiting seats, or nothing when the game is not under way   6.. fields and values
-- Gives 1 when stored.
local stored = redis.call('HMGET', KEYS[1], 'stamp', 'version')
if stored[1] == ARGV[1] and tonumber(stored[2]) >= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], 'stamp', ARGV[1], 'version', ARGV[2], unpack(ARGV, 6))
for i = 2, 3 do
  local value = ARGV[i + 2]
  if value == '' then redis.call('HDEL', KEYS[i], ARGV[3]) else redis.call('HSET', KEYS[i], ARGV[3], value) end
end
return 1
