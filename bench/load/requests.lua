-- Sends random requests of those in the file that is the first argument, each a line of a path and headers behind tabs. With more
-- arguments they are orders of two random lines: a file with the JSON of lines, the JSON before them, and a prefix of the
-- store order ids, so that no two orders share one. Prints what came of it as one line of JSON.
local requests, lines, head, prefix, sent = {}, nil, nil, nil, 0

local function headersOf(text)
  local all = {}
  for name, value in text:gmatch("([^:\t]+): ([^\t]+)") do
    all[name] = value
  end
  return all
end

function init(args)
  math.randomseed(os.time())
  if #args > 1 then
    lines, head, prefix = {}, args[3], args[4]
    for line in io.lines(args[2]) do
      lines[#lines + 1] = line
    end
  end
  for line in io.lines(args[1]) do
    local path, headers = line:match("([^\t]*)\t(.*)")
    local get = lines == nil and wrk.format("GET", path, headersOf(headers))
    requests[#requests + 1] = get or { path, headersOf(headers) }
  end
end

function request()
  local one = requests[math.random(#requests)]
  if lines == nil then return one end
  sent = sent + 1
  local items = lines[math.random(#lines)] .. "," .. lines[math.random(#lines)]
  local body = head .. ',"store_order_id":"' .. prefix .. sent .. '","items":[' .. items .. "]}"
  return wrk.format("POST", one[1], one[2], body)
end

function done(summary)
  local errors = summary.errors
  print(string.format(
    'RESULT {"answers":%d,"seconds":%f,"bytes":%d,"refused":%d,"broken":%d,"late":%d}',
    summary.requests, summary.duration / 1e6, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write, errors.timeout
  ))
end
