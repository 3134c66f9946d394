import { statSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { PROJECT, builtPath } from '../built-files.js';
import { CsvFault } from '../csv/csv-reader.js';
import { AppError, type ErrorCode } from '../http/errors.js';
import { currentActor, requestContext } from '../http/request-context.js';
import { FileTurns, type Lane, type QueuedFile } from './file-turns.js';

/** Names of the functions that read files in a worker; they are in `src/file-worker.ts`. */
export type FileTask = 'catalog' | 'logo' | 'photo' | 'statement' | 'table';

/** A function that reads a file. It yields its content in parts, and may return the rest. */
export type FileReader = (input: never) => AsyncGenerator<unknown, unknown>;

/** Path or content of a file, perhaps with what a reader needs to know besides. */
type FileInput = string | Uint8Array | { path: string };

/** First message to a worker about a file; null asks for the next part. */
export interface WholeFile {
  task: FileTask;
  input: FileInput;
}

/** Response of a worker to each message: the next part of its file, or why it cannot be read. */
export type WorkerStep =
  | { done?: boolean; value: unknown }
  | { line: number; problem: string }
  | { code: ErrorCode; message: string };

type Step<Reader extends FileReader> = Awaited<ReturnType<ReturnType<Reader>['next']>>;
type Part<Reader extends FileReader> = Extract<Step<Reader>, { done?: false }>['value'];
type Rest<Reader extends FileReader> = Extract<Step<Reader>, { done: true }>['value'];

const HEAP_MB = { small: 128, large: 384 };

/**
 * Threads that read uploaded files, because a hostile file can occupy a reader for minutes. They read in {@link FileTurns}.
 * - a thread gets another file only after it has read its file to the end or refused it
 */
class FileWorkers {
  /** Milliseconds of a turn, after which its worker is terminated. */
  limitMs = 10_000;
  /**
   * Milliseconds for which a thread that has read its file waits for another one. Starting a thread takes 60 ms of processor
   * time.
   */
  idleMs = 1_000;
  private readonly turns = new FileTurns();
  /** In each lane, a thread that waits for a file. */
  private readonly idle: Partial<Record<Lane, ReaderThread>> = {};

  /**
   * Reads a file in one turn, and returns the rest after its parts.
   *
   * @throws AppError file_unreadable, rate_limited
   * @throws CsvFault after the parts before it
   */
  async readAtOnce<Reader extends FileReader>(
    task: FileTask,
    input: Parameters<Reader>[0] & FileInput,
    take: (part: Part<Reader>) => void,
  ): Promise<Rest<Reader>> {
    const file = this.open(task, input);
    return this.inTurn(file, async () => {
      try {
        for (;;) {
          const step = await file.next();
          if (step.done === true) return step.value as Rest<Reader>;
          take(step.value as Part<Reader>);
        }
      } finally {
        await this.close(file);
      }
    });
  }

  /**
   * Yields the parts of a file, each in its own turn, so that other files are read while the caller stores rows. These turns
   * come first, because the caller may hold a transaction open.
   *
   * @throws as readAtOnce
   */
  async *readInTurns<Reader extends FileReader>(
    task: FileTask,
    input: Parameters<Reader>[0] & FileInput,
  ): AsyncGenerator<Part<Reader>, void> {
    const file = this.open(task, input);
    try {
      for (;;) {
        const step = await this.inTurn(file, () => file.next(), true);
        if (step.done === true) return;
        yield step.value as Part<Reader>;
      }
    } finally {
      await this.close(file);
    }
  }

  /** Tells the caller the place of its file in the queue. */
  private open(task: FileTask, input: FileInput): FileWorker {
    const { file, place } = this.turns.join(currentActor(), bytesOf(input));
    requestContext()?.headers.setHeader('X-Queue-Place', String(place));
    return new FileWorker({ task, input }, file, () => this.takeThread(file));
  }

  private async close(file: FileWorker): Promise<void> {
    const { lane } = file.queued;
    this.turns.leave(file.queued);
    const thread = this.idle[lane] === undefined ? file.release() : null;
    if (thread === null) return file.end();
    this.idle[lane] = thread;
    thread.waitAtMost(this.idleMs, () => delete this.idle[lane]);
  }

  private takeThread({ lane }: QueuedFile): ReaderThread {
    const idle = this.idle[lane];
    const thread = idle?.isAlive === true ? idle : new ReaderThread(HEAP_MB[lane]);
    delete this.idle[lane];
    thread.resume();
    return thread;
  }

  private inTurn<T>(file: FileWorker, work: () => Promise<T>, isFirst = false): Promise<T> {
    const timed = async (): Promise<T> => {
      const timer = setTimeout(() => void file.end(tooSlow(this.limitMs)), this.limitMs);
      return work().finally(() => clearTimeout(timer));
    };
    return this.turns.take(file.queued, timed, isFirst);
  }
}

/** The threads of this process. */
export const FILE_WORKERS = new FileWorkers();

/** A file, and the thread that reads it from the first step on. */
class FileWorker {
  private thread: ReaderThread | null = null;
  private isRead = false;

  constructor(
    private readonly file: WholeFile,
    readonly queued: QueuedFile,
    private readonly takeThread: () => ReaderThread,
  ) {}

  /** Reads the next part. @throws AppError file_unreadable; CsvFault */
  async next(): Promise<{ done?: boolean; value: unknown }> {
    const message = this.thread === null ? this.file : null;
    this.thread ??= this.takeThread();
    const step = await this.thread.ask(message);
    // A reader that refuses its file has ended, too.
    this.isRead = !('value' in step) || step.done === true;
    if ('line' in step) throw new CsvFault(step.line, step.problem);
    if ('code' in step) throw new AppError(step.code, { message: step.message });
    return step;
  }

  /** Releases the thread, if its reader has ended. */
  release(): ReaderThread | null {
    if (!this.isRead) return null;
    const { thread } = this;
    this.thread = null;
    return thread;
  }

  /** Terminates the thread, and fails the step that waits for it. */
  async end(reason = new Error('The reader of a file has ended')): Promise<void> {
    await this.thread?.end(reason);
  }
}

/** Thread with a limited heap that reads files, one after the other. */
class ReaderThread {
  private readonly worker: Worker;
  private settle: { resolve: (step: WorkerStep) => void; reject: (error: Error) => void } | null =
    null;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(heapMb: number) {
    this.worker = new Worker(workerPath(), {
      // Nothing of the process: neither what `--import` loads nor its secrets.
      execArgv: [],
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: heapMb },
    });
    this.worker.on('message', (step: WorkerStep) => this.settle?.resolve(step));
    this.worker.on('error', (error) =>
      this.settle?.reject(isTooLarge(error) ? tooLarge(heapMb) : error),
    );
  }

  get isAlive(): boolean {
    return this.worker.threadId !== -1;
  }

  async ask(message: WholeFile | null): Promise<WorkerStep> {
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.worker.postMessage(message);
    });
  }

  /** Ends the thread after a time, unless it is resumed. Does not keep the process alive. */
  waitAtMost(ms: number, ended: () => void): void {
    this.worker.unref();
    this.idleTimer = setTimeout(() => {
      ended();
      void this.worker.terminate();
    }, ms).unref();
  }

  resume(): void {
    clearTimeout(this.idleTimer);
    this.worker.ref();
  }

  async end(reason: Error): Promise<void> {
    await this.worker.terminate();
    this.settle?.reject(reason);
  }
}

/**
 * Finds the entry file of the thread: the bundle, which starts in three quarters of the time, unless the compiled file is
 * newer.
 */
function workerPath(): string {
  const compiled = `${PROJECT}/dist/src/file-worker.js`;
  const bundled = `${PROJECT}/dist/service/file-worker.js`;
  const isStale = (writtenAtMs(compiled) ?? 0) > (writtenAtMs(bundled) ?? 0);
  return isStale ? compiled : builtPath('service/file-worker.js');
}

function bytesOf(input: FileInput): number {
  if (input instanceof Uint8Array) return input.length;
  return statSync(typeof input === 'string' ? input : input.path).size;
}

function writtenAtMs(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

/** Returns true if a thread ran out of heap or stack. */
function isTooLarge(error: Error): boolean {
  return (
    error instanceof RangeError || ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
  );
}

function tooLarge(heapMb: number): AppError {
  return unreadable(`Reading the file takes more than ${heapMb} MB of memory.`);
}

function tooSlow(limitMs: number): AppError {
  return unreadable(`Reading the file takes longer than ${limitMs / 1000} s.`);
}

function unreadable(problem: string): AppError {
  return new AppError('file_unreadable', {
    message: `${problem} Save the rows that you need as a CSV file, or divide it.`,
  });
}
