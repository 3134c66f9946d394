import { fork, type ChildProcess, type Serializable } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { PROJECT, builtPath } from '../built-files.js';
import { CsvFault } from '../csv/csv-reader.js';
import { AppError, type ErrorCode } from '../http/errors.js';
import { currentActor, requestContext } from '../http/request-context.js';
import { FileTurns, type Lane, type QueuedFile } from './file-turns.js';

/** Names of the functions that read files in a process of their own; they are in `src/file-worker.ts`. */
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
  | { code: ErrorCode; message: string }
  | { error: Error };

type Step<Reader extends FileReader> = Awaited<ReturnType<ReturnType<Reader>['next']>>;
type Part<Reader extends FileReader> = Extract<Step<Reader>, { done?: false }>['value'];
type Rest<Reader extends FileReader> = Extract<Step<Reader>, { done: true }>['value'];

const HEAP_MB = { small: 128, large: 384 };
/** Memory limit of a reading process. It starts with 60 MB, half of them shared with the service. */
const RESIDENT_MB = { picture: 170, table: 450 };
const LOOK_EVERY_MS = 100;
/** A process that keeps more memory than this after a file is not used again: the next file would have less left. */
const REUSED_MB = 110;

/**
 * Processes that read uploaded files, because a hostile file can occupy a reader for minutes and gigabytes, and a decoder in
 * native code ends with its process alone. They read in {@link FileTurns}.
 * - a process gets another file only after it has read its file to the end or refused it
 */
class FileWorkers {
  /** Milliseconds of a turn, after which its worker is terminated. */
  limitMs = 10_000;
  /**
   * Milliseconds for which a process that has read its file waits for another one. Starting one takes 150 ms of processor time.
   */
  idleMs = 1_000;
  private readonly turns = new FileTurns();
  /** In each lane, a process that waits for a file. */
  private readonly idle: Partial<Record<Lane, ReaderProcess>> = {};

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
        this.close(file);
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
      this.close(file);
    }
  }

  /** Tells the caller the place of its file in the queue. */
  private open(task: FileTask, input: FileInput): FileWorker {
    const { file, place } = this.turns.join(currentActor(), bytesOf(input));
    requestContext()?.headers.setHeader('X-Queue-Place', String(place));
    return new FileWorker({ task, input }, file, () => this.takeProcess(file));
  }

  private close(file: FileWorker): void {
    const { lane } = file.queued;
    this.turns.leave(file.queued);
    const reader = this.idle[lane] === undefined ? file.release() : null;
    if (reader === null) {
      file.end();
      return;
    }
    this.idle[lane] = reader;
    reader.waitAtMost(this.idleMs, () => delete this.idle[lane]);
  }

  private takeProcess({ lane }: QueuedFile): ReaderProcess {
    const idle = this.idle[lane];
    const reader = idle?.isAlive === true ? idle : new ReaderProcess(HEAP_MB[lane]);
    delete this.idle[lane];
    reader.resume();
    return reader;
  }

  private inTurn<T>(file: FileWorker, work: () => Promise<T>, isFirst = false): Promise<T> {
    const limited = async (): Promise<T> => {
      const timer = setTimeout(() => file.end(tooSlow(this.limitMs)), this.limitMs);
      const watch = setInterval(() => file.endAbove(), LOOK_EVERY_MS);
      return work().finally(() => {
        clearTimeout(timer);
        clearInterval(watch);
      });
    };
    return this.turns.take(file.queued, limited, isFirst);
  }
}

/** The readers of this instance. */
export const FILE_WORKERS = new FileWorkers();

/** A file, and the process that reads it from the first step on. */
class FileWorker {
  private reader: ReaderProcess | null = null;
  private isRead = false;

  constructor(
    private readonly file: WholeFile,
    readonly queued: QueuedFile,
    private readonly takeProcess: () => ReaderProcess,
  ) {}

  /** Reads the next part. @throws AppError file_unreadable; CsvFault */
  async next(): Promise<{ done?: boolean; value: unknown }> {
    const message = this.reader === null ? this.file : null;
    this.reader ??= this.takeProcess();
    const step = await this.reader.ask(message);
    if ('error' in step) throw step.error.name === 'RangeError' ? tooLarge() : step.error;
    // A reader that refuses its file has ended, too.
    this.isRead = !('value' in step) || step.done === true;
    if ('line' in step) throw new CsvFault(step.line, step.problem);
    if ('code' in step) throw new AppError(step.code, { message: step.message });
    return step;
  }

  /** Releases the process, if its reader has ended. */
  release(): ReaderProcess | null {
    if (!this.isRead || this.reader === null || this.reader.residentMb() > REUSED_MB) return null;
    const { reader } = this;
    this.reader = null;
    return reader;
  }

  /** Ends the process if it has more memory than files of its kind may take. */
  endAbove(): void {
    const limitMb = RESIDENT_MB[isPicture(this.file.task) ? 'picture' : 'table'];
    if (this.reader !== null && this.reader.residentMb() > limitMb) this.end(tooLarge());
  }

  /** Ends the process, and fails the step that waits for it. */
  end(reason = new Error('The reader of a file has ended')): void {
    this.reader?.end(reason);
  }
}

/** Process with limited memory that reads files, one after the other. */
class ReaderProcess {
  private readonly child: ChildProcess;
  private settle: { resolve: (step: WorkerStep) => void; reject: (error: Error) => void } | null =
    null;
  private idleTimer: NodeJS.Timeout | undefined;

  constructor(heapMb: number) {
    this.child = fork(workerPath(), {
      // Nothing of the service: neither what `--import` loads nor its secrets.
      execArgv: [`--max-old-space-size=${heapMb}`],
      env: {},
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.child.on('message', (step: WorkerStep) => this.settle?.resolve(step));
    this.child.on('error', (error) => this.settle?.reject(error));
    // A signal: out of heap, or a decoder that a file has broken.
    this.child.on('exit', (code, signal) =>
      this.settle?.reject(
        signal === null ? new Error(`The reader of files ended with ${code}`) : tooLarge(),
      ),
    );
  }

  get isAlive(): boolean {
    return this.child.connected && !this.child.killed;
  }

  /** Megabytes of memory. 0 where the system does not say; there, only the heap is limited. */
  residentMb(): number {
    try {
      const status = readFileSync(`/proc/${this.child.pid}/status`, 'latin1');
      return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    } catch {
      return 0;
    }
  }

  async ask(message: WholeFile | null): Promise<WorkerStep> {
    return new Promise((resolve, reject) => {
      this.settle = { resolve, reject };
      this.child.send(message as Serializable);
    });
  }

  /** Ends the process after a time, unless it is resumed. Does not keep the service alive. */
  waitAtMost(ms: number, ended: () => void): void {
    this.child.unref();
    this.child.channel?.unref();
    this.idleTimer = setTimeout(() => {
      ended();
      this.child.kill('SIGKILL');
    }, ms).unref();
  }

  resume(): void {
    clearTimeout(this.idleTimer);
    this.child.ref();
    this.child.channel?.ref();
  }

  end(reason: Error): void {
    this.settle?.reject(reason);
    this.child.kill('SIGKILL');
  }
}

/**
 * Finds the entry file of the process: the bundle, which starts in three quarters of the time, unless the compiled file is
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

function isPicture(task: FileTask): boolean {
  return task === 'logo' || task === 'photo';
}

function tooLarge(): AppError {
  return unreadable('Reading the file takes more memory than files may have.');
}

function tooSlow(limitMs: number): AppError {
  return unreadable(`Reading the file takes longer than ${limitMs / 1000} s.`);
}

function unreadable(problem: string): AppError {
  return new AppError('file_unreadable', {
    message: `${problem} Save the rows that you need as a CSV file, or divide it.`,
  });
}
