-- Delete a webhook. A player without any no longer stands among those with webhooks, and has nothing due.
-- KEYS  1 webhooks of the player (hash: id to webhook)   2 players with webhooks (set)   3 due inboxes, as in due_inboxes.lua
--       4 the beginning of the names of the webhooks of tables, as in endpoint.lua
-- ARGV  1 player   2 id
local stored = redis.call('HGET', KEYS[1], ARGV[2])
local game = stored and cjson.decode(stored)[13]
if type(game) == 'string' then redis.call('SREM', KEYS[4] .. ':' .. game, ARGV[1] .. '-' .. ARGV[2]) end
redis.call('HDEL', KEYS[1], ARGV[2])
if redis.call('HLEN', KEYS[1]) == 0 then
  redis.call('SREM', KEYS[2], ARGV[1])
  redis.call('ZREM', KEYS[3], ARGV[1])
  redis.call('DEL', KEYS[3] .. ':' .. ARGV[1])
end
return 0
