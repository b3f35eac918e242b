-- Keep a signed checkpoint, unless another process has kept one since.
-- KEYS  1 the newest checkpoint (hash: note, size, ms, epoch)
-- ARGV  1 the note that the signer saw, or ''   2 note   3 size   4 ms   5 epoch
-- Returns 1 if it is kept.
local before = redis.call('HMGET', KEYS[1], 'note', 'size')
if (before[1] or '') ~= ARGV[1] or tonumber(before[2] or '0') > tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], 'note', ARGV[2], 'size', ARGV[3], 'ms', ARGV[4], 'epoch', ARGV[5])
return 1
