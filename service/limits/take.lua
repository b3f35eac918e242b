-- Take tokens from a bucket, which fills steadily. The store's clock counts, so that all processes agree.
--
-- KEYS[1]  the bucket, a hash: tokens, at (ms since 1970)
-- KEYS[2]  the quotas of the account, a hash: limit -> quota
-- ARGV     name of the limit, its quota, its window (ms), tokens needed, the share of the quota to draw at once,
--          tokens that the process brings back
-- Returns  tokens granted (0: refused), tokens left, the quota, ms until the needed tokens are there
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local quota = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or ARGV[2])
local window, need, share, back = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
local stored = redis.call('HMGET', KEYS[1], 'tokens', 'at')
local passed = math.max(0, now - tonumber(stored[2] or now))
local tokens = math.min(quota, tonumber(stored[1] or quota) + passed * quota / window + back)
local granted = 0
if need > 0 and tokens >= need then
  granted = math.min(math.max(need, math.floor(quota * share)), math.floor(tokens))
  tokens = tokens - granted
end
redis.call('HSET', KEYS[1], 'tokens', string.format('%.3f', tokens), 'at', now)
redis.call('PEXPIRE', KEYS[1], window)
local wait = 0
if granted == 0 and tokens < need then
  wait = quota > 0 and math.ceil((need - tokens) * window / quota) or window
end
return {granted, math.floor(tokens), quota, wait}
