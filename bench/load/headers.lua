-- The headers of wrk's options, and those of a line "Name: value<tab>Name: value".
return function(line)
  local all = {}
  for name, value in pairs(wrk.headers) do
    all[name] = value
  end
  for name, value in line:gmatch("([^:\t]+): ([^\t]+)") do
    all[name] = value
  end
  return all
end
