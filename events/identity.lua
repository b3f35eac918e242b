-- Which store this is, and how far its log has come.
-- KEYS  1 epoch   2.. feeds of all partitions
-- Returns {epoch or '', milliseconds, number}: the id of the newest pointer of all feeds, zeros without one.
local ms, number = 0, 0
for i = 2, #KEYS do
  local last = redis.call('XREVRANGE', KEYS[i], '+', '-', 'COUNT', 1)[1]
  if last then
    local at, nth = string.match(last[1], '(%d+)-(%d+)')
    at, nth = tonumber(at), tonumber(nth)
    if at > ms or (at == ms and nth > number) then ms, number = at, nth end
  end
end
return {redis.call('GET', KEYS[1]) or '', ms, number}
