import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SpanParent } from '../observability/tracing/span-parent.js';
import { noteSpanParent, traceShared } from '../observability/tracing/tracing.js';

/**
 * Work that many callers need at the same time; it has one run at a time. One run serves all callers that called before it
 * began, so each caller gets a run that began after its call.
 */
export class SharedRun {
  private running: Promise<void> = Promise.resolve();
  /** The run for callers that arrive after the current one began. */
  private upcoming: Promise<void> | null = null;
  /** The same run with the limit of the callers that wait for it. */
  private limited: Promise<void> | null = null;
  private parents: SpanParent[] = [];

  /**
   * @param name name of a run in traces
   * @param limit wraps a run for its callers, for example with a time limit
   */
  constructor(
    private readonly name: string,
    private readonly work: () => Promise<void>,
    private readonly limit: (run: Promise<void>) => Promise<void> = (run) => run,
  ) {}

  /** Resolves when a run that begins after this call has ended. @throws what the work throws */
  runAfterNow(): Promise<void> {
    noteSpanParent(this.parents);
    this.upcoming ??= this.begin();
    if (this.limited === null) {
      const limited = this.limit(this.upcoming);
      this.limited = limited;
      // Who arrives after the limit waits in full.
      limited.catch(() => {
        if (this.limited === limited) this.limited = null;
      });
    }
    return this.limited;
  }

  private async begin(): Promise<void> {
    await this.running.catch(() => undefined);
    // Requests that are read from the network in this turn of the event loop share the run.
    await nextTurn();
    this.upcoming = null;
    this.limited = null;
    const { parents } = this;
    this.parents = [];
    this.running = traceShared(this.name, parents, this.work);
    await this.running;
  }
}
