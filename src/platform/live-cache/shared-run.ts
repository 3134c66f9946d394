import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SpanParent } from '../observability/span-parent.js';
import { noteSpanParent, traceShared } from '../observability/tracing.js';

/**
 * Work that many ask for at the same time: one run answers all who asked before it began, so each is answered by a run
 * that began after its call. One run at a time.
 */
export class SharedRun {
  private running: Promise<void> = Promise.resolve();
  /** What those wait for who came since the running one began. */
  private upcoming: Promise<void> | null = null;
  private parents: SpanParent[] = [];
  /** When the latest run began, by the process's own clock. */
  private beganAt = -Infinity;

  /**
   * @param name what traces call a run
   * @param limit what a caller gets of a run, for example with a limit of time
   * @param minIntervalMs the least time between the beginnings of two runs; who asks sooner waits for the later one
   */
  constructor(
    private readonly name: string,
    private readonly work: () => Promise<void>,
    private readonly limit: (run: Promise<void>) => Promise<void> = (run) => run,
    private readonly minIntervalMs = 0,
  ) {}

  /** Resolves when a run that begins after this call has ended. @throws what the work throws */
  runAfterNow(): Promise<void> {
    noteSpanParent(this.parents);
    return (this.upcoming ??= this.limit(this.begin()));
  }

  private async begin(): Promise<void> {
    await this.running.catch(() => undefined);
    const restMs = this.beganAt + this.minIntervalMs - performance.now();
    if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs));
    // Requests that are read from the network in this turn of the event loop share the run.
    await nextTurn();
    this.upcoming = null;
    this.beganAt = performance.now();
    const { parents } = this;
    this.parents = [];
    this.running = traceShared(this.name, parents, this.work);
    await this.running;
  }
}
