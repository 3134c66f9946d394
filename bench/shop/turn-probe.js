// Loaded into the service with --import: answers each message of its parent with the longest turn of the event loop and the
// longest stop for the garbage collector since the message before, in milliseconds. The first message starts the probe, so that
// it costs other rows nothing.
import { monitorEventLoopDelay, PerformanceObserver } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 1 });
let collectorMs = 0;
const collections = new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) collectorMs = Math.max(collectorMs, duration);
});
process.on('message', () => {
  process.send({ turnMs: delays.max / 1e6, collectorMs });
  delays.reset();
  delays.enable();
  collectorMs = 0;
  collections.observe({ entryTypes: ['gc'] });
});
// A listener would keep the process from ending.
process.channel.unref();
