-- Tells the run what came of it, as one line of JSON.
function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    'RESULT {"answers":%d,"seconds":%f,"bytes":%d,"p99Ms":%f,"refused":%d,"broken":%d,"late":%d}',
    summary.requests, summary.duration / 1e6, summary.bytes, latency:percentile(99) / 1e3, errors.status,
    errors.connect + errors.read + errors.write, errors.timeout
  ))
end
