-- Ask for the turn to append to a game. Writers get it in the order in which they asked first.
-- KEYS  1 writers of the game who wait (JSON: list of [writer, the time until which they wait, ms since 1970])
-- ARGV  1 writer   2 for how many ms the writer waits, or has the turn, if it does not ask again; 0: it leaves
-- Returns 1 if the writer has the turn, otherwise 0; the mark of a damaged log, `damaged <version>`, which stands in front of all.
local queue = cjson.decode(redis.call('GET', KEYS[1]) or '[]')
if queue[1] and string.sub(queue[1][1], 1, 8) == 'damaged ' then return queue[1][1] end
local time = redis.call('TIME')
local now, waiting, mine = time[1] * 1000 + math.floor(time[2] / 1000), {}, false
for _, each in ipairs(queue) do
  if each[1] == ARGV[1] then
    each[2], mine = now + ARGV[2], true
  end
  if each[2] > now then waiting[#waiting + 1] = each end
end
if not mine and ARGV[2] ~= '0' then waiting[#waiting + 1] = {ARGV[1], now + ARGV[2]} end
if #waiting == 0 then
  redis.call('DEL', KEYS[1])
  return 0
end
local last = 0
for _, each in ipairs(waiting) do last = math.max(last, each[2]) end
redis.call('SET', KEYS[1], cjson.encode(waiting), 'PX', last - now)
return waiting[1][1] == ARGV[1] and 1 or 0
