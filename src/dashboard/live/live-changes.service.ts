import { setTimeout as sleep } from 'node:timers/promises';
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type MessageEvent,
} from '@nestjs/common';
import type { Logger } from 'pino';
import { defer, finalize, Observable, startWith, Subject } from 'rxjs';
import { SessionsService, type Browser } from '../../identity/sessions/sessions.service.js';
import { lacksSecondFactor } from '../../identity/signed-in-user.js';
import { groupBy } from '../../platform/group-by.js';
import { AppError } from '../../platform/http/errors.js';
import { runShared, type TrackedRequest } from '../../platform/http/request-context.js';
import { ChangePositions } from '../../platform/live-cache/change-positions.js';
import { LOGGER } from '../../platform/observability/logger.js';
import { Metrics } from '../../platform/observability/metrics.js';
import { changedFor } from './live-kinds.js';

/** Pause between two looks at the database, which all browsers share. */
const LOOK_MS = 500;
/** Time after which a session may have ended without a change of what pages show. */
const ACCESS_MS = 1_000;
/** Proxies close a connection that is silent for longer, usually after 60 s. */
const SIGN_OF_LIFE_MS = 20_000;
/** Connections of one session: a browser needs one, and two while an update replaces its worker. */
const CONNECTIONS_MAX = 8;

const SIGN_OF_LIFE: MessageEvent = { comment: 'listening' };

interface Listener {
  sessionId: string;
  browser: Browser;
  events: Subject<MessageEvent>;
}

/**
 * Browsers that listen for changes: each hears of the kinds that changed and that its person may read. While there is one, two
 * looks a second ask the database what any instance committed.
 */
@Injectable()
export class LiveChanges implements BeforeApplicationShutdown {
  private readonly listeners = new Set<Listener>();
  private isLooking = false;
  private isDraining = false;
  private since = 0;
  private incarnation = '';
  private accessAtMs = 0;
  private lifeAtMs = 0;

  constructor(
    private readonly positions: ChangePositions,
    private readonly sessions: SessionsService,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    metrics.measured(
      'live_browsers',
      'Browsers that listen for changes',
      () => this.listeners.size,
    );
  }

  /**
   * Tells a browser of changes until its session ends, or the instance drains. A browser that has left meanwhile never subscribes.
   * - fails with the AppError unavailable or rate_limited
   */
  follow(request: TrackedRequest, browser: Browser): Observable<MessageEvent> {
    return defer(() => {
      const beganAtMs = performance.now();
      const listener = this.add(browser);
      return listener.events.pipe(
        // It also has the headers sent.
        startWith(SIGN_OF_LIFE),
        finalize(() => {
          request.waitedMs = performance.now() - beganAtMs;
          this.listeners.delete(listener);
        }),
      );
    });
  }

  /** Ends all connections, and opens none from now on: browsers connect to another instance. */
  beforeApplicationShutdown(): void {
    this.isDraining = true;
    for (const { events } of this.listeners) events.complete();
  }

  /** @throws AppError unavailable, rate_limited */
  private add(browser: Browser): Listener {
    const { sessionId } = browser;
    if (this.isDraining || sessionId === null) throw new AppError('unavailable');
    const ofSession = [...this.listeners].filter((other) => other.sessionId === sessionId);
    if (ofSession.length >= CONNECTIONS_MAX) throw new AppError('rate_limited');
    const events = new Subject<MessageEvent>();
    const listener = { sessionId, browser: { ...browser, isBackground: true }, events };
    this.listeners.add(listener);
    if (!this.isLooking) this.begin();
    return listener;
  }

  private begin(): void {
    this.isLooking = true;
    this.since = this.positions.latest;
    this.lifeAtMs = performance.now() + SIGN_OF_LIFE_MS;
    void runShared(() => this.lookRepeatedly());
  }

  private async lookRepeatedly(): Promise<void> {
    for (;;) {
      await sleep(LOOK_MS);
      if (this.listeners.size === 0) break;
      try {
        await this.look();
      } catch (error) {
        // The next look may be answered, and tells of everything since the last one that was.
        this.logger.warn({ reason: (error as Error).message }, 'a look for changes failed');
      }
    }
    this.isLooking = false;
  }

  private async look(): Promise<void> {
    const { position, incarnation } = await this.positions.number();
    // Positions of another incarnation cannot be compared.
    const since = incarnation === this.incarnation || this.incarnation === '' ? this.since : 0;
    const nowMs = performance.now();
    const isLifeDue = nowMs >= this.lifeAtMs;
    if (position !== since || nowMs >= this.accessAtMs) {
      this.accessAtMs = nowMs + ACCESS_MS;
      const bySession = groupBy([...this.listeners], ({ sessionId }) => sessionId);
      await Promise.all([...bySession.values()].map((ofOne) => this.tell(ofOne, since, position)));
    }
    this.since = position;
    this.incarnation = incarnation;
    if (!isLifeDue) return;
    this.lifeAtMs = nowMs + SIGN_OF_LIFE_MS;
    for (const { events } of this.listeners) events.next(SIGN_OF_LIFE);
  }

  /** Tells the browsers of one session what changed, or ends them with it. */
  private async tell(ofOne: Listener[], since: number, position: number): Promise<void> {
    const [{ sessionId, browser }] = ofOne as [Listener, ...Listener[]];
    const user = await this.sessions.find(sessionId, browser);
    if (user === null || lacksSecondFactor(user)) {
      for (const { events } of ofOne) events.complete();
      return;
    }
    const kinds = changedFor(user, this.positions.changes, since);
    if (kinds.length === 0) return;
    for (const { events } of ofOne) events.next({ id: String(position), data: { kinds } });
  }
}
