-- Lay the entries of an archived game back into its stream.
-- KEYS  1 stream   2 snapshot (hash)   3 archived games of the partition (hash)
-- ARGV  1 game id   2 hash of the newest entry   3.. for each entry: name, seat, group, actor, ms, data, salt, hash
-- Returns 1, or 0 if the game is not archived, or has another newest entry.
if redis.call('HEXISTS', KEYS[3], ARGV[1]) == 0 then return 0 end
local last = redis.call('XREVRANGE', KEYS[1], '+', '-', 'COUNT', 1)[1]
local version, is_same = (#ARGV - 2) / 8, false
if not last or last[1] ~= string.format('%d-0', version) then return 0 end
for i = 1, #last[2], 2 do
  if last[2][i] == 'hash' then is_same = last[2][i + 1] == ARGV[2] end
end
if not is_same then return 0 end
redis.call('DEL', KEYS[1], KEYS[2])
for i = 3, #ARGV, 8 do
  redis.call('XADD', KEYS[1], string.format('%d-0', (i + 5) / 8), 'name', ARGV[i], 'seat', ARGV[i + 1], 'group',
    ARGV[i + 2], 'actor', ARGV[i + 3], 'ms', ARGV[i + 4], 'data', ARGV[i + 5], 'salt', ARGV[i + 6], 'hash', ARGV[i + 7])
end
redis.call('HDEL', KEYS[3], ARGV[1])
return 1
