-- Read the newest hash of each of several games of one partition.
-- KEYS  the streams of the games
-- Returns a hash for each of them, or false for a game that does not exist.
local found = {}
for at, stream in ipairs(KEYS) do
  local last = redis.call('XREVRANGE', stream, '+', '-', 'COUNT', 1)[1]
  found[at] = false
  if last then
    for i = 1, #last[2], 2 do
      if last[2][i] == 'hash' then found[at] = last[2][i + 1] end
    end
  end
end
return found
