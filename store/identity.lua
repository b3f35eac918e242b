-- Which store this is, and how far its log has come.
-- KEYS  1 epoch   2 the newest pointer that a process misses: its id and the number of its feed   3.. feeds of all partitions
-- ARGV  1 id of the newest pointer that the asking process knows, '0-0' for none   2 the number of its feed, from 1
-- Returns {epoch or '', id of the newest pointer of all feeds, or '0-0', the number of its feed, the missed pointer or
-- '0-0', 1 if the feed lacks the known pointer although it has older ones, or has nothing, 1 if it lacks the missed one}.
local function parts(id)
  local ms, number = string.match(id, '(%d+)-(%d+)')
  return tonumber(ms), tonumber(number)
end

local function is_after(id, other)
  local ms, number = parts(id)
  local other_ms, other_number = parts(other)
  return ms > other_ms or (ms == other_ms and number > other_number)
end

-- Pointers are trimmed from the oldest on, and never the newest one: a feed that begins later had the pointer once.
local function lacks(id, feed)
  local key = feed and KEYS[tonumber(feed) + 2]
  if not key or id == '0-0' or redis.call('XRANGE', key, id, id)[1] then return false end
  local first = redis.call('XRANGE', key, '-', '+', 'COUNT', 1)[1]
  return not first or is_after(id, first[1])
end

local newest, of = '0-0', 1
for i = 3, #KEYS do
  local last = redis.call('XREVRANGE', KEYS[i], '+', '-', 'COUNT', 1)[1]
  if last and is_after(last[1], newest) then newest, of = last[1], i - 2 end
end
local missed = redis.call('GET', KEYS[2]) or '0-0'
local id, feed = string.match(missed, '^(%S+) (%d+)$')
local lacks_known, lacks_missed = lacks(ARGV[1], ARGV[2]), id and lacks(id, feed)
return {redis.call('GET', KEYS[1]) or '', newest, of, missed, lacks_known and 1 or 0, lacks_missed and 1 or 0}
