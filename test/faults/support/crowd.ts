import { setTimeout as sleep } from 'node:timers/promises';
import type { Answer } from './http.js';
import { size } from './run.js';
import { afterwards } from './stage.js';

const POLL_MS = 5;
const AFTER_REFUSAL_MS = 100;
/** Pause between the requests of a caller. In a short run, other tests need the processors. */
const PAUSE_MS = size(0, 250);
const WAIT_LIMIT_MS = 180_000;

/** Request of a caller; `turn` counts the requests of the whole crowd. */
type Ask = (turn: number, caller: number) => Promise<Answer>;

/** Callers that send requests repeatedly; in a long run each sends the next one as soon as it is answered. */
export class Crowd {
  readonly answers: Answer[] = [];
  private turns = 0;
  private isOver = false;
  private readonly callers: Promise<void>[];

  constructor(count: number, ask: Ask) {
    this.callers = Array.from({ length: count }, async (_, caller) => {
      while (!this.isOver) {
        this.turns += 1;
        const answer = await ask(this.turns, caller);
        this.answers.push(answer);
        const isRefused = answer.status === 0 || answer.status === 503;
        const pause = isRefused ? AFTER_REFUSAL_MS : PAUSE_MS;
        if (pause > 0) await sleep(pause);
      }
    });
    afterwards(() => this.leave());
  }

  /** Stops sending requests, and waits for the remaining answers. */
  async leave(): Promise<Answer[]> {
    this.isOver = true;
    await Promise.all(this.callers);
    return this.answers;
  }

  /** Waits for the first answer with a status after a time; returns the milliseconds between them. */
  async first(status: number, since: number): Promise<number> {
    let seen = 0;
    for (const until = since + WAIT_LIMIT_MS; performance.now() < until; await sleep(POLL_MS)) {
      for (; seen < this.answers.length; seen += 1) {
        const answer = this.answers[seen];
        if (answer?.status === status && answer.endedAt >= since) return answer.endedAt - since;
      }
    }
    throw new Error(`no answer ${status} within ${WAIT_LIMIT_MS} ms`);
  }

  sentWithin(from: number, to: number): Answer[] {
    return this.answers.filter(({ sentAt }) => sentAt >= from && sentAt <= to);
  }
}
