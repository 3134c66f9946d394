-- Tells the run what came of it, as one line of JSON.
function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    'RESULT {"answers":%d,"seconds":%f,"bytes":%d,"refused":%d,"broken":%d,"late":%d}',
    summary.requests, summary.duration / 1e6, summary.bytes, errors.status,
    errors.connect + errors.read + errors.write, errors.timeout
  ))
end
