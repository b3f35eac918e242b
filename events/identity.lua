-- Which store this is, and how far its log has come.
-- KEYS  1 epoch   2 the newest pointer that a process misses   3.. feeds of all partitions
-- Returns {epoch or '', id of the newest pointer of all feeds, or '0-0', the missed pointer or '0-0'}.
local newest, ms, number = '0-0', 0, 0
for i = 3, #KEYS do
  local last = redis.call('XREVRANGE', KEYS[i], '+', '-', 'COUNT', 1)[1]
  if last then
    local at, nth = string.match(last[1], '(%d+)-(%d+)')
    at, nth = tonumber(at), tonumber(nth)
    if at > ms or (at == ms and nth > number) then newest, ms, number = last[1], at, nth end
  end
end
return {redis.call('GET', KEYS[1]) or '', newest, redis.call('GET', KEYS[2]) or '0-0'}
