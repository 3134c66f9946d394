import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { AppError } from '../../platform/http/errors.js';
import { networkOf } from '../../platform/http/network.js';
import { HashQueue } from './hash-queue.js';

/** Number of hashing threads. Each hash takes 19 MiB and a whole processor, and one processor is for the requests of stores. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1));
/** Maximum number of known callers that wait, and of unknown ones. */
const WAITING_MAX = 40;
const RETRY_SECONDS = 2;

type Task =
  | { kind: 'hash'; password: string }
  | { kind: 'verify'; password: string; stored: string | null };

export interface HashCaller {
  /** Blank for the service's own work. */
  ip: string;
  /** True for a browser that the person signed in with before, and for a caller with a session or a mailed link. */
  isKnown: boolean;
}

/** A task, and what its caller waits for. */
interface Job {
  task: Task;
  isKnown: boolean;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
}

/**
 * Hashes and verifies passwords in a few threads of low priority, so that requests of stores do not wait for sign-ins. Known
 * callers go first; callers of a kind are served in turn by network.
 */
@Injectable()
export class PasswordHasher implements OnApplicationShutdown {
  private readonly waiting = new HashQueue<Job>(WAITING_MAX);
  private readonly idle: Worker[] = [];
  private readonly running = new Map<Worker, Job>();

  /**
   * Hashes a password of a known caller.
   *
   * @param ip of the caller; blank for the service's own work
   * @throws AppError unavailable while too many others wait
   */
  async hash(password: string, ip = ''): Promise<string> {
    return (await this.run(
      { kind: 'hash', password: normalized(password) },
      { ip, isKnown: true },
    )) as string;
  }

  /**
   * Returns true if a password has the stored hash. Returns false for null, after the same time.
   *
   * @throws AppError unavailable while too many others wait
   */
  async verify(stored: string | null, password: string, caller: HashCaller): Promise<boolean> {
    const task = { kind: 'verify', password: normalized(password), stored } as const;
    return (await this.run(task, caller)) as boolean;
  }

  /** Refuses an unknown caller who would get no place in the queue. @throws AppError unavailable */
  assertRoomFor(ip: string): void {
    if (this.waiting.isFullFor(networkOf(ip))) throw busy();
  }

  async onApplicationShutdown(): Promise<void> {
    for (let job = this.waiting.shift(false); job !== undefined; job = this.waiting.shift(false)) {
      job.reject(busy());
    }
    const workers = [...this.idle, ...this.running.keys()];
    await Promise.all(workers.map((worker) => worker.terminate()));
  }

  private async run(task: Task, { ip, isKnown }: HashCaller): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const caller = { network: networkOf(ip), isKnown };
      const refused = this.waiting.push(caller, { task, isKnown, resolve, reject });
      refused?.reject(busy());
      this.startNext();
    });
  }

  private startNext(): void {
    const hasThread = this.idle.length > 0 || this.running.size < THREADS;
    const isUnknownRunning = [...this.running.values()].some(({ isKnown }) => !isKnown);
    const job = hasThread ? this.waiting.shift(isUnknownRunning) : undefined;
    if (job === undefined) return;
    const worker = this.idle.pop() ?? this.startWorker();
    this.running.set(worker, job);
    // Only threads with a job keep the process alive.
    worker.ref();
    worker.postMessage(job.task);
  }

  private startWorker(): Worker {
    // Without the options of the process: what `--import` loads belongs to the main thread.
    const worker = new Worker(new URL('./hash-worker.js', import.meta.url), { execArgv: [] });
    worker.on('message', (result) => {
      const job = this.running.get(worker);
      this.running.delete(worker);
      this.idle.push(worker);
      worker.unref();
      job?.resolve(result);
      this.startNext();
    });
    worker.on('error', (error) => this.lose(worker, error));
    worker.on('exit', () => this.lose(worker, busy()));
    return worker;
  }

  /** Drops a thread that failed or was terminated. The next job starts another one. */
  private lose(worker: Worker, error: Error): void {
    this.running.get(worker)?.reject(error);
    this.running.delete(worker);
    if (this.idle.includes(worker)) this.idle.splice(this.idle.indexOf(worker), 1);
    this.startNext();
  }
}

function busy(): AppError {
  return new AppError('unavailable', { retryAfterSeconds: RETRY_SECONDS });
}

/** Converts a password to its normal form, because keyboards compose the same character in different ways. */
function normalized(password: string): string {
  return password.normalize('NFKC');
}
