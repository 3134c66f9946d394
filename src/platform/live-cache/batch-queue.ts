import type { SpanParent } from '../observability/tracing/span-parent.js';
import { currentSpan, traceShared } from '../observability/tracing/tracing.js';
import { isRefusedStatement, OverloadError } from '../database/database-errors.js';

interface Waiting<Item, Result> extends SpanParent {
  item: Item;
  since: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
}

/**
 * Lateness of a timer that reveals a pause of the process; also the time that answers which arrived during the pause get. In
 * ms.
 */
const PAUSE_MS = 10;

/** Sizes and times of batches. */
interface BatchOptions {
  /** Name of a batch in traces. */
  name: string;
  /** Maximum number of items in a batch. */
  size: number;
  /** Number of batches that run at once. */
  lanes: number;
  /** Longest wait of an item for its batch. Then it is rejected. */
  waitLimitMs: number;
}

/**
 * Runs items in batches: items that are submitted during a batch form the next one. Under load many items share a round trip
 * and a commit, while a single item does not wait.
 * - if the database refuses a batch, it is run again in halves, until only the items at fault fail
 */
export class BatchQueue<Item, Result> {
  private readonly waiting: Waiting<Item, Result>[] = [];
  private running = 0;
  private isStarting = false;
  private timer: NodeJS.Timeout | null = null;

  /** @param run returns one result per item, in their order; if its statement is refused, it has done nothing */
  constructor(
    private readonly run: (items: readonly Item[]) => Promise<readonly Result[]>,
    private readonly options: BatchOptions,
  ) {}

  /** @throws OverloadError when it waited too long; what `run` throws */
  submit(item: Item): Promise<Result> {
    return new Promise((resolve, reject) => {
      const span = currentSpan();
      this.waiting.push({ item, since: performance.now(), span, resolve, reject });
      this.timer ??= this.watch();
      this.start();
    });
  }

  private start(): void {
    if (this.isStarting || this.waiting.length === 0 || this.running >= this.options.lanes) return;
    this.isStarting = true;
    // Requests that are read from the network in this turn of the event loop join the batch.
    setImmediate(() => {
      this.isStarting = false;
      void this.runNext();
    });
  }

  private async runNext(): Promise<void> {
    const batch = this.waiting.splice(0, this.options.size);
    if (batch.length === 0) return;
    this.running += 1;
    this.start();
    await this.settle(batch);
    this.running -= 1;
    this.start();
  }

  /** Runs a batch; if the database refuses it as a whole, its halves. */
  private async settle(batch: readonly Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await traceShared(this.options.name, batch, () =>
        this.run(batch.map(({ item }) => item)),
      );
      batch.forEach(({ resolve }, index) => resolve(results[index] as Result));
    } catch (error) {
      if (batch.length > 1 && isRefusedStatement(error)) {
        const half = Math.ceil(batch.length / 2);
        await this.settle(batch.slice(0, half));
        await this.settle(batch.slice(half));
      } else {
        for (const { reject } of batch) reject(error);
      }
    }
  }

  /** Rejects items that waited too long. After a pause of the process, answers that arrived meanwhile get a chance first. */
  private watch(hasPaused = false): NodeJS.Timeout {
    const { waiting, options } = this;
    const dueAt = (waiting[0]?.since ?? 0) + options.waitLimitMs + 1;
    const look = (): void => {
      const now = performance.now();
      const isLate = !hasPaused && now - dueAt > PAUSE_MS;
      while (!isLate && now - (waiting[0]?.since ?? now) > options.waitLimitMs) {
        waiting.shift()!.reject(new OverloadError());
      }
      this.timer = waiting.length === 0 ? null : this.watch(isLate);
    };
    return setTimeout(look, hasPaused ? PAUSE_MS : dueAt - performance.now()).unref();
  }
}
