import { AppError } from '../http/errors.js';

/** Files up to this size have a lane of their own, so that a list of some rows waits for no large workbook. */
const SMALL_BYTES = 16 * 1024;
/** Files of one person that are read or wait for it. */
const FILES_MAX = 10;
const RETRY_SECONDS = 5;

export type Lane = 'small' | 'large';

/** A file that is read or waits for it. */
export interface QueuedFile {
  readonly person: string;
  readonly lane: Lane;
  /** The files of a lane are read by their rounds, in which each person has one. */
  readonly round: number;
}

interface WaitingTurn {
  file: QueuedFile;
  isFirst: boolean;
  start: () => void;
}

/**
 * Turns in which files are read: one at a time in each lane, and one at a time of each person. A person's next file waits until
 * others that wait have had theirs.
 */
export class FileTurns {
  private readonly people = new Map<string, { files: number; nextRound: number }>();
  private readonly reading = new Set<QueuedFile>();
  /** In the order in which they are read. */
  private readonly waiting: WaitingTurn[] = [];
  /** The round of the file that was begun last, so that one who comes later is not before everyone. */
  private readonly round = { small: 0, large: 0 };

  /**
   * Admits a file of a person.
   *
   * @returns the file, and its place in its lane; 1: it is read at once
   * @throws AppError rate_limited if this person's files alone fill the queue
   */
  join(person: string, bytes: number): { file: QueuedFile; place: number } {
    const known = this.people.get(person) ?? { files: 0, nextRound: 0 };
    if (known.files === FILES_MAX) {
      throw new AppError('rate_limited', {
        message: `${FILES_MAX} of your files are being read or wait for it; send the file again after the time in Retry-After.`,
        retryAfterSeconds: RETRY_SECONDS,
      });
    }
    const lane = bytes <= SMALL_BYTES ? 'small' : 'large';
    const file = { person, lane, round: Math.max(known.nextRound, this.round[lane]) } as const;
    this.people.set(person, { files: known.files + 1, nextRound: file.round + 1 });
    const before = [...this.reading, ...this.waiting.map((turn) => turn.file)];
    const inLane = before.filter((other) => other.lane === lane && other.round <= file.round);
    return { file, place: inLane.length + 1 };
  }

  leave({ person }: QueuedFile): void {
    const known = this.people.get(person)!;
    known.files -= 1;
    if (known.files === 0) this.people.delete(person);
  }

  /** Does work in a turn of a file. @param isFirst true: before all files that wait */
  async take<T>(file: QueuedFile, work: () => Promise<T>, isFirst = false): Promise<T> {
    await new Promise<void>((start) => {
      this.waiting.push({ file, isFirst, start });
      this.waiting.sort(
        (a, b) => Number(b.isFirst) - Number(a.isFirst) || a.file.round - b.file.round,
      );
      this.startNext();
    });
    try {
      return await work();
    } finally {
      this.reading.delete(file);
      this.startNext();
    }
  }

  /** Starts what may be read now, in each lane. */
  private startNext(): void {
    const [lanes, people] = [new Set<Lane>(), new Set<string>()];
    for (const { lane, person } of this.reading) {
      lanes.add(lane);
      people.add(person);
    }
    const next = this.waiting.find(({ file }) => !lanes.has(file.lane) && !people.has(file.person));
    if (next === undefined) return;
    this.waiting.splice(this.waiting.indexOf(next), 1);
    this.round[next.file.lane] = next.file.round;
    this.reading.add(next.file);
    next.start();
    this.startNext();
  }
}
