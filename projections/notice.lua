-- Notify the players whom a game concerns, and mark it as due for those of them who have webhooks.
-- KEYS  1 players with webhooks (set)   2 due inboxes, as in due_inboxes.lua
-- ARGV  1 channel   2 now, ms since 1970   3 game id   4.. players
-- Gives how many inboxes are due.
redis.call('PUBLISH', ARGV[1], table.concat(ARGV, ' ', 3))
local marked = 0
for i = 4, #ARGV do
  if redis.call('SISMEMBER', KEYS[1], ARGV[i]) == 1 then
    redis.call('ZADD', KEYS[2] .. ':' .. ARGV[i], ARGV[2], ARGV[3])
    redis.call('ZADD', KEYS[2], 'LT', ARGV[2], ARGV[i])
    marked = marked + 1
  end
end
return marked
