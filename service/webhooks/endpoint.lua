-- Store a webhook, unless it has changed meanwhile or its player has too many.
-- KEYS  1 webhooks of the player (hash: id to webhook)   2 players with webhooks (set)
--       3 what the webhook was told (hash), as in outbox.lua
-- ARGV  1 player   2 id   3 the stored webhook, or nothing for a new one   4 what to store   5 how many a player may have
--       6 of a new one: the position of the newest news that it is not told
-- Gives 1 when stored, 0 when it has changed, -1 when there are too many.
if (redis.call('HGET', KEYS[1], ARGV[2]) or '') ~= ARGV[3] then return 0 end
if ARGV[3] == '' and redis.call('HLEN', KEYS[1]) >= tonumber(ARGV[5]) then return -1 end
redis.call('HSET', KEYS[1], ARGV[2], ARGV[4])
redis.call('SADD', KEYS[2], ARGV[1])
if ARGV[3] == '' then redis.call('HSET', KEYS[3], 'news', ARGV[6]) end
return 1
