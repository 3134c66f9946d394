import { Presets, SingleBar } from 'cli-progress';

const LINE_INTERVAL_MS = 10_000;

export interface Progress {
  update(done: number): void;
  stop(): void;
}

/** Shows progress: a bar on a terminal, elsewhere a line at intervals. */
export function showProgress(label: string, total: number): Progress {
  return process.stderr.isTTY ? bar(label, total) : lines(label, total);
}

function bar(label: string, total: number): Progress {
  const format = `${label} {bar} {percentage} %`;
  const single = new SingleBar({ stream: process.stderr, format }, Presets.shades_classic);
  single.start(total, 0);
  return { update: (done) => single.update(done), stop: () => single.stop() };
}

function lines(label: string, total: number): Progress {
  let nextAt = Date.now() + LINE_INTERVAL_MS;
  return {
    update(done) {
      if (Date.now() < nextAt) return;
      nextAt += LINE_INTERVAL_MS;
      process.stderr.write(`${label}: ${Math.floor((100 * done) / total)} %\n`);
    },
    stop: () => undefined,
  };
}
