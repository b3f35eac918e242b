-- Take the effects whose time has come, the earliest first, and set each to a later time, at which it is tried again
-- if nothing has happened by then.
-- KEYS  of the partition:   1 effects with a time (hash)   2 games by the time of their effect (sorted set)
-- ARGV  1 now, ms since 1970   2 the later time   3 how many at most
-- Gives the effects.
local games = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3])
local taken = {}
for _, game in ipairs(games) do
  local effect = redis.call('HGET', KEYS[1], game)
  if effect then
    redis.call('ZADD', KEYS[2], ARGV[2], game)
    taken[#taken + 1] = effect
  else
    redis.call('ZREM', KEYS[2], game)
  end
end
return taken
