-- Orders of two random lines, as JSON in the file that is the first argument. The second argument is the
-- JSON before the lines, the third is a prefix of the store order ids: together no two orders share one.
local lines, head, prefix, sent = {}, nil, nil, 0

function init(args)
  math.randomseed(os.time())
  for line in io.lines(args[1]) do
    lines[#lines + 1] = line
  end
  head, prefix = args[2], args[3]
end

function request()
  sent = sent + 1
  local items = lines[math.random(#lines)] .. "," .. lines[math.random(#lines)]
  local body = head .. ',"store_order_id":"' .. prefix .. sent .. '","items":[' .. items .. "]}"
  return wrk.format("POST", nil, nil, body)
end

dofile(debug.getinfo(1, "S").source:match("@(.*/)") .. "done.lua")
