-- Keep a puzzle, unless there is one of its id, or there are too many.
-- KEYS  1 puzzles (hash); with what follows after a colon also `facts`, `ratings` (hashes) and `by:<theme>` (sorted sets)
-- ARGV  1 id   2 how many there may be   3 content   4 facts   5 points of a newcomer   6... lists that it stands in
-- Gives 1 when kept.
if redis.call('HEXISTS', KEYS[1], ARGV[1]) == 1 then return 0 end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
redis.call('HSET', KEYS[1] .. ':facts', ARGV[1], ARGV[4])
for at = 6, #ARGV do redis.call('ZADD', KEYS[1] .. ':by:' .. ARGV[at], ARGV[5], ARGV[1]) end
return 1
