-- The messages of webhooks that wait, and the times at which they are sent. A webhook is named `<player>-<id>`.
-- KEYS  1 the beginning of all names, `{lobby}:webhook`:
--         <1>s:<player>            webhooks of a player (hash: id to webhook)
--         <1>:state:<webhook>      (hash) failures: in a row   since: the first of them, ms   ok: the last success, ms
--                                  gate: nothing is sent before, ms   lease: until when a worker has it, ms   disabled: why
--                                  slow: quick answers that it still owes after a slow one
--         <1>:memory:<webhook>     what was told (hash: game to JSON, news to position)
--         <1>:outbox:<webhook>     messages that wait (sorted set: id by the time of the next attempt, ms)
--         <1>:messages:<webhook>   (hash) <id>: message, JSON   <id>:tries: attempts so far
--         <1>:deliveries:<webhook> the last attempts, JSON, newest first (list)
--         <1>:due:<lane>           webhooks by the time of their next attempt (sorted sets): healthy, new, failing, slow
-- ARGV  1 what to do, then what its function says below
local base = KEYS[1]
local LANES = { 'healthy', 'new', 'failing', 'slow' }

local function name(kind, webhook) return base .. ':' .. kind .. ':' .. webhook end

local function config(webhook)
  local player, id = string.match(webhook, '^(.-)%-(.+)$')
  return redis.call('HGET', base .. 's:' .. player, id)
end

-- Put a webhook into the lane that its state says, at the time of its next attempt.
local function schedule(webhook)
  local state = redis.call('HMGET', name('state', webhook), 'failures', 'ok', 'gate', 'lease', 'disabled', 'slow')
  local first = redis.call('ZRANGE', name('outbox', webhook), 0, 0, 'WITHSCORES')[2]
  local lane = 'new'
  if tonumber(state[1] or 0) > 0 then lane = 'failing' elseif state[2] then lane = 'healthy' end
  if lane == 'healthy' and tonumber(state[6] or 0) > 0 then lane = 'slow' end
  if state[5] or not first then lane = nil end
  for _, each in ipairs(LANES) do
    if each ~= lane then redis.call('ZREM', base .. ':due:' .. each, webhook) end
  end
  if lane then
    local at = math.max(tonumber(first), tonumber(state[3] or 0), tonumber(state[4] or 0))
    redis.call('ZADD', base .. ':due:' .. lane, string.format('%.0f', at), webhook)
  end
end

local function remove(webhook, id)
  redis.call('ZREM', name('outbox', webhook), id)
  redis.call('HDEL', name('messages', webhook), id, id .. ':tries')
end

local function send_all_at(webhook, ms)
  for _, each in ipairs(redis.call('ZRANGE', name('outbox', webhook), 0, -1)) do
    redis.call('ZADD', name('outbox', webhook), ms, each)
  end
end

-- webhook, field of the memory or nothing, its old value or nothing, its new one or nothing, now, how many messages are
-- kept, then id and message of each. Gives 0 if the memory has another value, so that somebody else was quicker.
local function add(webhook, field, old, new, now, most, ...)
  if not config(webhook) then return 0 end
  if field ~= '' then
    local memory = name('memory', webhook)
    if (redis.call('HGET', memory, field) or '') ~= old then return 0 end
    if new == '' then redis.call('HDEL', memory, field) else redis.call('HSET', memory, field, new) end
  end
  local made = { ... }
  for i = 1, #made, 2 do
    if redis.call('HSETNX', name('messages', webhook), made[i], made[i + 1]) == 1 then
      redis.call('ZADD', name('outbox', webhook), now, made[i])
    end
  end
  while redis.call('ZCARD', name('outbox', webhook)) > tonumber(most) do
    remove(webhook, redis.call('ZRANGE', name('outbox', webhook), 0, 0)[1])
  end
  if #made > 0 then schedule(webhook) end
  return 1
end

-- The webhooks of a lane that are due, the longest first. Of new ones three of four are those that became due last: then
-- thousands of new receivers that never answer do not stand before one that works.
local function due_in(lane, now, most)
  local key, found = base .. ':due:' .. lane, {}
  local oldest = math.floor((most + now % 4) / 4)  -- of one, at random
  local newest = lane == 'new' and most - oldest or 0
  for _, each in ipairs(redis.call('ZREVRANGEBYSCORE', key, now, '-inf', 'LIMIT', 0, newest)) do
    found[#found + 1] = each
  end
  local known = {}
  for _, each in ipairs(found) do known[each] = true end
  for _, each in ipairs(redis.call('ZRANGEBYSCORE', key, '-inf', now, 'LIMIT', 0, most - newest)) do
    if not known[each] then found[#found + 1] = each end
  end
  return found
end

-- now, until when they are taken, then lane and how many at most for each. Gives for each: lane, webhook, its config, id of
-- the message, message, attempts so far, failures, since, ok.
local function take(now, lease, ...)
  local asked, taken = { ... }, {}
  for i = 1, #asked, 2 do
    for _, webhook in ipairs(due_in(asked[i], now, tonumber(asked[i + 1]))) do
      local id, found = redis.call('ZRANGE', name('outbox', webhook), 0, 0)[1], config(webhook)
      if id and found then
        redis.call('HSET', name('state', webhook), 'lease', lease)
        local message = redis.call('HMGET', name('messages', webhook), id, id .. ':tries')
        local state = redis.call('HMGET', name('state', webhook), 'failures', 'since', 'ok')
        taken[#taken + 1] = { asked[i], webhook, found, id, message[1], message[2] or '0', state[1] or '0',
          state[2] or '0', state[3] or '0' }
        schedule(webhook)
      else
        redis.call('ZREM', base .. ':due:' .. asked[i], webhook)
      end
    end
  end
  return taken
end

-- webhook, its lease, id of the message, when it is sent again or nothing, attempts so far, failures, since, ok, gate, why it
-- is disabled or nothing, now if all messages that wait may be sent at once, the attempt as JSON, how many are kept,
-- how many quick answers must follow if this one was slow, or nothing.
-- Gives 1, or 0 if somebody else has the webhook by now, or it is gone.
local function settle(webhook, lease, id, again, tries, failures, since, ok, gate, disabled, revived, attempt, most, slow)
  if not config(webhook) then return 0 end
  if redis.call('HGET', name('state', webhook), 'lease') ~= lease then return 0 end
  redis.call('HDEL', name('state', webhook), 'lease')
  redis.call('HSET', name('state', webhook), 'failures', failures, 'since', since, 'gate', gate)
  if tonumber(ok) > 0 then redis.call('HSET', name('state', webhook), 'ok', ok) end
  if slow ~= '' then
    redis.call('HSET', name('state', webhook), 'slow', slow)
  elseif tonumber(redis.call('HGET', name('state', webhook), 'slow') or 0) > 0 then
    redis.call('HINCRBY', name('state', webhook), 'slow', -1)
  end
  if disabled ~= '' then redis.call('HSET', name('state', webhook), 'disabled', disabled) end
  if again == '' then
    remove(webhook, id)
  else
    redis.call('ZADD', name('outbox', webhook), 'XX', again, id)
    redis.call('HSET', name('messages', webhook), id .. ':tries', tries)
  end
  if revived ~= '' then send_all_at(webhook, revived) end
  if attempt ~= '' then
    redis.call('LPUSH', name('deliveries', webhook), attempt)
    redis.call('LTRIM', name('deliveries', webhook), 0, tonumber(most) - 1)
  end
  schedule(webhook)
  return 1
end

-- webhook, until when it waits: it was taken, and is not sent now. Gives 0 if it is gone.
local function put_back(webhook, till)
  if not config(webhook) then return 0 end
  redis.call('HSET', name('state', webhook), 'lease', till)
  schedule(webhook)
  return 1
end

-- webhook, now: it begins again, as one that never failed, with all messages that wait.
local function enable(webhook, now)
  redis.call('HDEL', name('state', webhook), 'disabled', 'failures', 'since', 'gate')
  send_all_at(webhook, now)
  schedule(webhook)
  return 1
end

-- webhook: nothing of it remains.
local function forget(webhook)
  for _, kind in ipairs({ 'state', 'memory', 'outbox', 'messages', 'deliveries' }) do
    redis.call('DEL', name(kind, webhook))
  end
  for _, lane in ipairs(LANES) do redis.call('ZREM', base .. ':due:' .. lane, webhook) end
  return 1
end

local functions = { add = add, take = take, settle = settle, put_back = put_back, enable = enable, forget = forget }
return functions[ARGV[1]](unpack(ARGV, 2))
