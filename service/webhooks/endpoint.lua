-- Store a webhook, unless it has changed meanwhile or there are too many.
-- KEYS  1 webhooks of the player (hash: id to webhook)   2 players with webhooks (set)
--       3 what the webhook was told (hash), as in outbox.lua
--       4 the beginning of: <4>:<game>  webhooks of a table (set: <player>-<id>)
-- ARGV  1 player   2 id   3 the stored webhook, or nothing for a new one   4 what to store   5 how many a player may have
--       6 of a new one: the position of the newest news that it is not told   7 how many a table may have
--       8 game of the table, or nothing   9 if it is new at the table: what it counts as told, or nothing
-- Gives 1 when stored, 0 when it has changed, -1 when the player has too many, -2 when the table has.
local stored = redis.call('HGET', KEYS[1], ARGV[2]) or ''
if stored ~= ARGV[3] then return 0 end
if stored == '' and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[5]) then return -1 end
local member, before = ARGV[1] .. '-' .. ARGV[2], stored ~= '' and cjson.decode(stored)[13] or cjson.null
if ARGV[8] ~= '' and ARGV[8] ~= before then
  local table_key = KEYS[4] .. ':' .. ARGV[8]
  if redis.call('SCARD', table_key) >= tonumber(ARGV[7]) then return -2 end
  redis.call('SADD', table_key, member)
  if type(before) == 'string' then
    redis.call('SREM', KEYS[4] .. ':' .. before, member)
    redis.call('HDEL', KEYS[3], before)
  end
  redis.call('HSET', KEYS[3], ARGV[8], ARGV[9])
end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[4])
redis.call('SADD', KEYS[2], ARGV[1])
if stored == '' then redis.call('HSET', KEYS[3], 'news', ARGV[6]) end
return 1
