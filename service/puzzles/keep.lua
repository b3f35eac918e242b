-- Keep a puzzle, unless there is one of its ids, or there are too many.
-- KEYS  1 puzzles (hash); with what follows after a colon also `facts`, `ratings` (hashes) and `by:<theme>` (sorted sets)
-- ARGV  1 id   2 the id that an earlier release gave it   3 how many there may be   4 content   5 facts
--       6 points of a newcomer   7... lists that it stands in
-- Gives 1 when kept.
for at = 1, 2 do
  if redis.call('HEXISTS', KEYS[1], ARGV[at]) == 1 then return 0 end
end
if redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[4])
redis.call('HSET', KEYS[1] .. ':facts', ARGV[1], ARGV[5])
for at = 7, #ARGV do redis.call('ZADD', KEYS[1] .. ':by:' .. ARGV[at], ARGV[6], ARGV[1]) end
return 1
