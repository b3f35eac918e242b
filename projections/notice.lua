-- Notify the players whom a game concerns, and mark it as due for those of them who have webhooks, and for the players whose
-- webhooks are told of the table, or of the game of which this one is the rematch.
-- KEYS  1 players with webhooks (set)   2 due inboxes, as in due_inboxes.lua
--       3.. webhooks of a table (sets: <player>-<id>)
-- ARGV  1 channel   2 now, ms since 1970   3 game id   4.. players
-- Gives how many inboxes are due.
local due = {}
for i = 4, #ARGV do
  if redis.call('SISMEMBER', KEYS[1], ARGV[i]) == 1 then due[ARGV[i]] = true end
end
for i = 3, #KEYS do
  for _, webhook in ipairs(redis.call('SMEMBERS', KEYS[i])) do due[string.match(webhook, '^(.-)%-')] = true end
end
if #ARGV > 3 then redis.call('PUBLISH', ARGV[1], table.concat(ARGV, ' ', 3)) end
local marked = 0
for player in pairs(due) do
  redis.call('ZADD', KEYS[2] .. ':' .. player, ARGV[2], ARGV[3])
  redis.call('ZADD', KEYS[2], 'LT', ARGV[2], player)
  marked = marked + 1
end
return marked
