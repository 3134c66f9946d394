import { setImmediate as nextTurn } from 'node:timers/promises';
import { noteAsker, traceShared, type Asker } from '../observability/tracing.js';

/**
 * Work that many ask for at the same time: one run answers all who asked before it began, so each is answered by a run
 * that began after its call. One run at a time.
 */
export class SharedRun {
  private running: Promise<void> = Promise.resolve();
  /** What those wait for who came since the running one began. */
  private upcoming: Promise<void> | null = null;
  private askers: Asker[] = [];

  /**
   * @param name what traces call a run
   * @param limit what a caller gets of a run, for example with a limit of time
   */
  constructor(
    private readonly name: string,
    private readonly work: () => Promise<void>,
    private readonly limit: (run: Promise<void>) => Promise<void> = (run) => run,
  ) {}

  /** Resolves when a run that begins after this call has ended. @throws what the work throws */
  next(): Promise<void> {
    noteAsker(this.askers);
    return (this.upcoming ??= this.limit(this.begin()));
  }

  private async begin(): Promise<void> {
    await this.running.catch(() => undefined);
    // Requests that are read from the network in this turn of the event loop share the run.
    await nextTurn();
    this.upcoming = null;
    const { askers } = this;
    this.askers = [];
    this.running = traceShared(this.name, askers, this.work);
    await this.running;
  }
}
