-- Let the effects of clocks be due at a time, unless they are due before.
-- KEYS  of the partition:   1 effects with a time (hash)   2 games by the time of their effect (sorted set)
-- ARGV  1 the time, ms since 1970
for _, game in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '(' .. ARGV[1], '+inf')) do
  local effect = redis.call('HGET', KEYS[1], game)
  if effect and string.sub(effect, 1, 6) == 'clock-' then redis.call('ZADD', KEYS[2], ARGV[1], game) end
end
return 0
