// Loaded into the service with --import: answers each message of its parent with the longest turn of the event loop
// since the message before, in milliseconds. The first message starts the probe, so that it costs other rows nothing.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delays = monitorEventLoopDelay({ resolution: 1 });
process.on('message', () => {
  process.send(delays.max / 1e6);
  delays.reset();
  delays.enable();
});
// A listener would keep the process from ending.
process.channel.unref();
