-- Hold a place among those that a subject may have at the same time.
--
-- KEYS[1]  the places, a sorted set: member -> when it counts no more (ms since 1970)
-- KEYS[2]  the quotas of the account, a hash: limit -> quota
-- ARGV     name of the limit, its quota, the member, for how long it counts (ms), 1 to hold it although none is free
-- Returns  1 if the member has a place, otherwise 0; how many places are taken; the quota
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
local quota = tonumber(redis.call('HGET', KEYS[2], ARGV[1]) or ARGV[2])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
local taken, member, lasting = redis.call('ZCARD', KEYS[1]), ARGV[3], tonumber(ARGV[4])
if member == '' then
  return {taken < quota and 1 or 0, taken, quota}
end
local has = redis.call('ZSCORE', KEYS[1], member)
if not has and taken >= quota and ARGV[5] ~= '1' then
  return {0, taken, quota}
end
redis.call('ZADD', KEYS[1], now + lasting, member)
redis.call('PEXPIRE', KEYS[1], math.max(lasting, redis.call('PTTL', KEYS[1])))
return {1, has and taken or taken + 1, quota}
