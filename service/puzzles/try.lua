-- Count a first try: both ratings, if they are still those from which the new ones were computed.
-- KEYS  1 puzzles (hash); with what follows after a colon also `ratings`, `players`, `tries:<player>` (hashes) and
--         `by:<theme>` (sorted sets)
-- ARGV  1 puzzle   2 player   3 rating of the player before, empty for none   4 rating of the puzzle before
--       5, 6 the same after it   7 the try   8 points of the puzzle   9... lists that it stands in
-- Gives 1 when counted, 2 if the player tried it before, 0 if a rating has changed.
local tries = KEYS[1] .. ':tries:' .. ARGV[2]
local players, ratings = KEYS[1] .. ':players', KEYS[1] .. ':ratings'
if redis.call('HEXISTS', tries, ARGV[1]) == 1 then return 2 end
if (redis.call('HGET', players, ARGV[2]) or '') ~= ARGV[3] then return 0 end
if (redis.call('HGET', ratings, ARGV[1]) or '') ~= ARGV[4] then return 0 end
redis.call('HSET', players, ARGV[2], ARGV[5])
redis.call('HSET', ratings, ARGV[1], ARGV[6])
redis.call('HSET', tries, ARGV[1], ARGV[7])
for at = 9, #ARGV do redis.call('ZADD', KEYS[1] .. ':by:' .. ARGV[at], ARGV[8], ARGV[1]) end
return 1
