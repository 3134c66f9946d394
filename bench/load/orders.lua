-- Orders of two random lines, as JSON in the file that is the first argument, by random clients: the second
-- argument is a file with the headers of each. The third argument is the JSON before the lines, the fourth is a prefix
-- of the store order ids: together no two orders share one.
local here = debug.getinfo(1, "S").source:match("@(.*/)")
local headers = dofile(here .. "headers.lua")
local lines, clients, head, prefix, sent = {}, {}, nil, nil, 0

function init(args)
  math.randomseed(os.time() + threadNumber)
  for line in io.lines(args[1]) do
    lines[#lines + 1] = line
  end
  for line in io.lines(args[2]) do
    clients[#clients + 1] = headers(line)
  end
  head, prefix = args[3], args[4] .. threadNumber .. "-"
end

function request()
  sent = sent + 1
  local items = lines[math.random(#lines)] .. "," .. lines[math.random(#lines)]
  local body = head .. ',"store_order_id":"' .. prefix .. sent .. '","items":[' .. items .. "]}"
  return wrk.format("POST", nil, clients[math.random(#clients)], body)
end

dofile(here .. "spread.lua")
dofile(here .. "done.lua")
