-- Delete a webhook. A player without any no longer stands among those with webhooks, and has nothing due.
-- KEYS  1 webhooks of the player (hash: id to webhook)   2 players with webhooks (set)   3 due inboxes, as in due_inboxes.lua
-- ARGV  1 player   2 id
redis.call('HDEL', KEYS[1], ARGV[2])
if redis.call('HLEN', KEYS[1]) == 0 then
  redis.call('SREM', KEYS[2], ARGV[1])
  redis.call('ZREM', KEYS[3], ARGV[1])
  redis.call('DEL', KEYS[3] .. ':' .. ARGV[1])
end
return 0
