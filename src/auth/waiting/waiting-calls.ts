import type { ServerResponse } from 'node:http';
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { SETTINGS, type Settings } from '../../platform/config/settings.js';
import { requestValue } from '../../platform/http/input/request-value.js';
import { runShared, type TrackedRequest } from '../../platform/http/request-context.js';
import { ChangePositions } from '../../platform/live-cache/change-positions.js';
import { LiveCache } from '../../platform/live-cache/live-cache.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { AccessCache } from '../access-cache.js';
import { AuthService } from '../auth.service.js';
import type { Caller } from '../caller.js';

/** Pause between two looks at the database, which all calls share. */
const LOOK_MS = 20;
/** Pause after the database did not answer a look. */
const FAILED_LOOK_MS = 500;
/** Time after which subscriptions and tokens may have ended by the clock. */
const ACCESS_MS = 1_000;
/** Calls that read or end in one turn of the event loop. Other requests are answered between two turns. */
const CALLS_AT_ONCE = 64;
/** The poll interval of a call that may not wait. */
const TURNED_AWAY_SECONDS = 5;

/** A feed, as one call reads it. */
export interface WaitedFeed<Result> {
  /** Calls with the same topic get news by the same changes. */
  topic: string;
  /** Returns true if a read may find something that changed after a position. */
  mayHaveNews: (since: number) => boolean;
  read: (caller: Caller) => Result | Promise<Result>;
  /** Returns true if a result is worth an answer before the time is over. */
  isNews: (result: Result) => boolean;
}

/** How a call ended. */
export interface Waited<Result> {
  /** The latest read. */
  result: Result;
  hasNews: boolean;
  pollSeconds: number;
}

/** A call that may wait. */
export interface OpenCall {
  caller: Caller;
  request: TrackedRequest;
  response: ServerResponse;
}

/** The call, as an argument of a handler that lets it wait. */
export const TheCall = requestValue((request, response) => {
  return { caller: request.caller, request, response };
});

/** Calls with the same topic, and the position up to which all of them know everything. */
interface Topic {
  mayHaveNews: (since: number) => boolean;
  since: number;
  readonly calls: Set<WaitingCall>;
}

interface WaitingCall {
  caller: Caller;
  readonly request: TrackedRequest;
  readonly topic: string;
  readonly dueAtMs: number;
  /** Reads the feed, and ends the call if it has news. */
  readonly read: () => Promise<void>;
  /** Ends the call with its latest read. */
  readonly end: () => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Calls that wait for news of a feed. While there is one, a look every few milliseconds asks the database, as a poll does, if
 * anything was committed.
 * - so they learn of the commits of every instance, and hold neither a connection nor a timer
 * - only the calls of topics with changes read their feed
 * - a call ends when its access ends or its plan changes, and all end when the instance drains
 */
@Injectable()
export class WaitingCalls implements BeforeApplicationShutdown {
  private readonly calls = new Set<WaitingCall>();
  private readonly topics = new Map<string, Topic>();
  private readonly callsOf = new Map<number, number>();
  /** Reads of the current look, by topic and address: equal calls share one. */
  private reads = new Map<string, unknown>();
  private incarnation = '';
  private accessNumber = 0;
  private accessAtMs = 0;
  private looking: Promise<void> | null = null;
  private isDraining = false;

  constructor(
    @Inject(SETTINGS) private readonly settings: Settings,
    private readonly liveCache: LiveCache,
    private readonly positions: ChangePositions,
    private readonly accesses: AccessCache,
    private readonly auth: AuthService,
    metrics: Metrics,
  ) {
    metrics.measured(
      'waiting_calls',
      'Calls of stores that wait for changes',
      () => this.calls.size,
    );
  }

  /**
   * Reads a feed, and again with each change, until it has news or the time is over.
   *
   * @throws AppError when the caller's access ends; what a read throws
   */
  async read<Result>(
    { caller, request, response }: OpenCall,
    waitSeconds: number,
    feed: WaitedFeed<Result>,
  ): Promise<Waited<Result>> {
    const beganAtMs = performance.now();
    // Before the read, so that no change is between the two.
    const since = this.positions.latest;
    let result = await feed.read(caller);
    const waited = (): Waited<Result> => ({ result, hasNews: feed.isNews(result), pollSeconds: 0 });
    // A caller who has left emits no other event.
    if (feed.isNews(result) || response.destroyed) return waited();
    if (!this.mayWait(caller)) return { ...waited(), pollSeconds: TURNED_AWAY_SECONDS };
    return new Promise((resolve, reject) => {
      const leave = (): boolean => {
        request.waitedMs ??= performance.now() - beganAtMs;
        return this.remove(call);
      };
      const call: WaitingCall = {
        caller,
        request,
        topic: feed.topic,
        dueAtMs: beganAtMs + waitSeconds * 1000,
        read: async () => {
          result = await this.readOnce(call, feed);
          if (feed.isNews(result)) call.end();
        },
        end: () => {
          if (leave()) resolve(waited());
        },
        fail: (error) => {
          // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- what was thrown is passed on
          if (leave()) reject(error);
        },
      };
      this.add(call, { mayHaveNews: feed.mayHaveNews, since });
      // Before the log line of the request.
      response.prependOnceListener('close', call.end);
    });
  }

  /** Answers all calls, and lets none wait from now on. */
  async beforeApplicationShutdown(): Promise<void> {
    this.isDraining = true;
    await inTurns(this.calls, ({ end }) => end());
    await this.looking;
  }

  private mayWait({ clientId }: Caller): boolean {
    const max = this.settings.maxWaitingCallsPerClient;
    return !this.isDraining && (max === 0 || (this.callsOf.get(clientId) ?? 0) < max);
  }

  private add(call: WaitingCall, { mayHaveNews, since }: Omit<Topic, 'calls'>): void {
    const { clientId } = call.caller;
    this.calls.add(call);
    this.callsOf.set(clientId, (this.callsOf.get(clientId) ?? 0) + 1);
    const topic = this.topics.get(call.topic) ?? { mayHaveNews, since, calls: new Set() };
    this.topics.set(call.topic, topic);
    topic.since = Math.min(topic.since, since);
    topic.calls.add(call);
    this.looking ??= runShared(() => this.lookRepeatedly());
  }

  /** Returns false if the call has ended already. */
  private remove(call: WaitingCall): boolean {
    if (!this.calls.delete(call)) return false;
    const { clientId } = call.caller;
    const left = this.callsOf.get(clientId)! - 1;
    if (left === 0) this.callsOf.delete(clientId);
    else this.callsOf.set(clientId, left);
    const { calls } = this.topics.get(call.topic)!;
    calls.delete(call);
    if (calls.size === 0) this.topics.delete(call.topic);
    return true;
  }

  private async lookRepeatedly(): Promise<void> {
    for (;;) {
      await sleep(LOOK_MS);
      if (this.calls.size === 0) break;
      try {
        await this.look();
      } catch (error) {
        // The next look may be answered. Who cannot wait for it is refused as any request is.
        await inTurns(this.dueCalls(), ({ fail }) => fail(error));
        await sleep(FAILED_LOOK_MS);
      }
    }
    this.looking = null;
  }

  private async look(): Promise<void> {
    await this.liveCache.refresh();
    let numbered = this.positions.numberingAtSnapshot;
    if (numbered === null) {
      numbered = await this.positions.number();
      if (!this.liveCache.shows(numbered.moment)) await this.liveCache.refresh();
    }
    this.reads = new Map();
    await this.checkAccess();
    const { position, incarnation } = numbered;
    const isReplaced = incarnation !== this.incarnation;
    this.incarnation = incarnation;
    const changed: WaitingCall[] = [];
    for (const topic of this.topics.values()) {
      const { since, calls } = topic;
      topic.since = position;
      if (!isReplaced && (since >= position || !topic.mayHaveNews(since))) continue;
      for (const call of calls) changed.push(call);
    }
    await inTurns(changed, async ({ read, fail }) => read().catch(fail));
    await inTurns(this.dueCalls(), ({ end }) => end());
  }

  private dueCalls(): WaitingCall[] {
    const nowMs = performance.now();
    return [...this.calls].filter(({ dueAtMs }) => dueAtMs <= nowMs);
  }

  /** Ends the calls whose access ended or whose plan changed. */
  private async checkAccess(): Promise<void> {
    const nowMs = performance.now();
    const { changeNumber } = this.accesses;
    if (changeNumber === this.accessNumber && nowMs < this.accessAtMs + ACCESS_MS) return;
    this.accessNumber = changeNumber;
    this.accessAtMs = nowMs;
    await inTurns(this.calls, async (call) => {
      try {
        const { planId } = this.auth.recheck(call.caller);
        if (planId === call.caller.planId) return;
        call.caller = { ...call.caller, planId };
        Object.assign(call.request, { caller: call.caller, variant: planId });
        await call.read();
        call.end();
      } catch (error) {
        call.fail(error);
      }
    });
  }

  private readOnce<Result>(
    { caller, topic, request }: WaitingCall,
    feed: WaitedFeed<Result>,
  ): Result | Promise<Result> {
    const key = `${caller.planId} ${topic} ${request.url}`;
    const read = (this.reads.get(key) as Result | undefined) ?? feed.read(caller);
    this.reads.set(key, read);
    return read;
  }
}

/** Does work for calls, for some of them in each turn of the event loop. */
async function inTurns(
  calls: Iterable<WaitingCall>,
  work: (call: WaitingCall) => void | Promise<void>,
): Promise<void> {
  const all = [...calls];
  for (let at = 0; at < all.length; at += CALLS_AT_ONCE) {
    await Promise.all(all.slice(at, at + CALLS_AT_ONCE).map(async (call) => work(call)));
    await nextTurn();
  }
}
