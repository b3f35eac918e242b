-- Cut a game whose file is in the archive: of its newest entry the stream keeps name and hash, its snapshot the version.
-- KEYS  1 stream   2 snapshot (hash)   3 milestones   4 idempotency entries   5 archived games of the partition (hash)
--       6 a name that no key has   7 analysis, which can be made again
-- ARGV  1 game id   2 version   3 hash of the entry at this version   4 size of the file in bytes
-- Returns 1, or 0 if the game has moved on.
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
if not last or last[1] ~= ARGV[2] .. '-0' then return 0 end
local field = {}
for i = 1, #last[2], 2 do field[last[2][i]] = last[2][i + 1] end
if field.hash ~= ARGV[3] then return 0 end
redis.call('DEL', KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[7])
redis.call('XADD', KEYS[6], last[1], 'name', field.name, 'hash', field.hash)
redis.call('COPY', KEYS[6], KEYS[1])  -- a copy has no spare room: XADD reserves 4 kB
redis.call('DEL', KEYS[6])
redis.call('HSET', KEYS[2], 'stamp', 'archived', 'version', ARGV[2])
redis.call('HSET', KEYS[5], ARGV[1], ARGV[4])
return 1
