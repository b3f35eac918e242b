-- Take the inboxes that are due, the longest first, and set each to a later time, at which it is due again.
-- KEYS  1 due inboxes (sorted set)
-- ARGV  1 now, ms since 1970   2 the later time   3 how many at most
-- Gives the members.
local due = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
for _, member in ipairs(due) do redis.call('ZADD', KEYS[1], ARGV[2], member) end
return due
