-- Note that the service answers, and since when it did not.
-- KEYS  1 the last beat, ms since 1970 (string)   2 outages, the oldest first (list of '<from>-<to>', ms since 1970)
-- ARGV  1 a beat that follows another one by fewer ms is not stored   2 how many ms without a beat are an outage
--       3 how many ms an outage is kept   4 how many outages are kept at most
-- Returns how many ms an outage lasted that ends with this beat, otherwise 0.
local time = redis.call('TIME')
local now, last = time[1] * 1000 + math.floor(time[2] / 1000), tonumber(redis.call('GET', KEYS[1]))
local passed = last and now - last or 0
if last and passed >= 0 and passed < tonumber(ARGV[1]) then return 0 end
redis.call('SET', KEYS[1], string.format('%d', now))
-- If the clock of the store was set back, no outage lasts into the future: it would hold up all clocks until then.
local newest = passed < 0 and redis.call('RPOP', KEYS[2])
while newest do
  local from, to = string.match(newest, '(%d+)-(%d+)')
  if tonumber(from) < now then
    redis.call('RPUSH', KEYS[2], string.format('%d-%d', from, math.min(to, now)))
    break
  end
  newest = redis.call('RPOP', KEYS[2])
end
if passed < tonumber(ARGV[2]) then return 0 end
redis.call('RPUSH', KEYS[2], string.format('%d-%d', last, now))
redis.call('LTRIM', KEYS[2], -ARGV[4], -1)
local oldest = redis.call('LINDEX', KEYS[2], 0)
while tonumber(string.match(oldest, '%d+$')) < now - ARGV[3] do
  redis.call('LPOP', KEYS[2])
  oldest = redis.call('LINDEX', KEYS[2], 0)
end
return passed
