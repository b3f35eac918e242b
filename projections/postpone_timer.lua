-- Let the effect of a game be due at another time, unless the game has moved on since the effect was taken.
-- KEYS  1 games by the time of their effect (sorted set)
-- ARGV  1 game   2 the time until which its effect was taken   3 the other time
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if score and tonumber(score) == tonumber(ARGV[2]) then redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1]) end
return 0
