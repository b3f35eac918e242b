-- Add news to those of a player, at a position after all others.
-- KEYS  1 news of the player (sorted set: <kind>-<game> by position)
-- ARGV  1 member   2 now, ms since 1970   3 how many are kept   4 seconds for which they are kept
local newest = tonumber(redis.call('ZREVRANGE', KEYS[1], 0, 0, 'WITHSCORES')[2] or 0)
redis.call('ZADD', KEYS[1], string.format('%.0f', math.max(newest + 1, ARGV[2])), ARGV[1])
redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -ARGV[3] - 1)
redis.call('EXPIRE', KEYS[1], ARGV[4])
return 0
