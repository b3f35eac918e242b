-- Store the summary of a game, move it between the indexes, and add to its players' news, unless a newer one is there.
-- KEYS  1 summaries (hash: game to summary)   2 guards (hash: game to the version, indexes and news of its summary)
-- ARGV  1 game id   2 version   3 member in the indexes   4 summary
--       5 JSON: indexes (keys), news (lists of kind, earliest position if new and if old), readers (keys: news of each player),
--         removal (such a list, for those in removed: keys, news of each player whom the host removed),
--         restored (whether the news may be old), most (news of a player), seconds (how long news are kept)
-- All keys share the tag of KEYS[1]. Gives 1 when stored.
local more = cjson.decode(ARGV[5])
local guard = redis.call('HGET', KEYS[2], ARGV[1])
local told, told_removed, removed_are_old = 0, {}, false
if guard then
  local old = cjson.decode(guard)
  if old.version > tonumber(ARGV[2]) then return 0 end
  for _, index in ipairs(old.indexes) do redis.call('ZREM', index, ARGV[3]) end
  told = old.news or 0
  if not old.news then more.restored = true end  -- a release before told no news
  removed_are_old = not old.removed  -- a release before told no removal
  for _, reader in ipairs(old.removed or {}) do told_removed[reader] = true end
end
for _, index in ipairs(more.indexes) do redis.call('ZADD', index, 0, ARGV[3]) end

-- New news come after all others, so that a reader who goes on from any position misses none. Old news keep their time.
local function tell(reader, kind, new_position, old_position)
  local member, position = kind .. '-' .. ARGV[1], old_position
  if redis.call('ZSCORE', reader, member) then return end
  if more.restored then
    while redis.call('ZCOUNT', reader, position, position) > 0 do position = position + 1 end
  else
    local newest = tonumber(redis.call('ZREVRANGE', reader, 0, 0, 'WITHSCORES')[2] or 0)
    position = math.max(newest + 1, new_position)
  end
  redis.call('ZADD', reader, string.format('%.0f', position), member)
  redis.call('ZREMRANGEBYRANK', reader, 0, -more.most - 1)
  redis.call('EXPIRE', reader, more.seconds)
end
for i = told + 1, #more.news do
  for _, reader in ipairs(more.readers) do tell(reader, unpack(more.news[i])) end
end

more.restored = more.restored or removed_are_old
for _, reader in ipairs(more.removed) do
  if not told_removed[reader] then
    if not more.restored then redis.call('ZREM', reader, more.removal[1] .. '-' .. ARGV[1]) end
    tell(reader, unpack(more.removal))
  end
end

redis.call('HSET', KEYS[1], ARGV[1], ARGV[4])
local new = { version = tonumber(ARGV[2]), indexes = more.indexes, news = math.max(told, #more.news), removed = more.removed }
redis.call('HSET', KEYS[2], ARGV[1], cjson.encode(new))
return 1
