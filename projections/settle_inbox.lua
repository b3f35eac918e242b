-- Note that a due inbox was compared, unless it has been marked as due meanwhile.
-- KEYS  1 due inboxes (sorted set)
-- ARGV  1 member   2 the time until which it was taken   3 when it is due again, or nothing
local score = redis.call('ZSCORE', KEYS[1], ARGV[1])
if score and tonumber(score) == tonumber(ARGV[2]) then
  if ARGV[3] == '' then redis.call('ZREM', KEYS[1], ARGV[1]) else redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1]) end
end
return 0
