import type { OnApplicationShutdown } from '@nestjs/common';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Settings } from '../../config/settings.js';
import type { Metrics } from '../../observability/metrics.js';
import { AppError } from '../errors.js';
import type { HeaderSink } from '../header-sink.js';
import { networkOf } from '../network.js';
import { SharedLimit, toTaken, type CountedWindow, type Taken } from './shared-limit.js';

const WINDOW_SECONDS = 60;
/** Refused credentials an address may send in a window before it is rate-limited. */
export const REFUSALS_PER_WINDOW = 60;
/** Challenges for passkeys that an address may ask for in a window. */
const CHALLENGES_PER_ADDRESS = 60;
/** Pushes that an account with a courier may send in a window. */
const PUSHES_PER_ACCOUNT = 600;
/** Calls of addresses of pushes that an address may make in a window. A courier may push for several accounts. */
const PUSHES_PER_ADDRESS = 3_000;
/** Photos that an address may load in a window. Customers of a store may share one. */
const PHOTOS_PER_ADDRESS = 3_000;
/** Mails that an address may cause in a window. */
const MAILS_PER_ADDRESS = 10;
const HOUR_SECONDS = 60 * 60;
/** Invitations an hour by the people of a client, and to one recipient. */
const INVITATIONS_PER_CLIENT = 30;
const INVITATIONS_PER_RECIPIENT = 5;
const REDIS_TIMEOUT_MS = 500;

type RateLimitSettings = Pick<
  Settings,
  'rateLimitPerMinute' | 'orderRateLimitPerMinute' | 'operatorTokenRateLimitPerMinute' | 'redisUrl'
>;

interface Limit {
  name: string;
  /** As the header RateLimit-Policy names it. */
  policy: string;
  take: (key: string | number) => Taken | Promise<Taken>;
}

/**
 * Limits per minute, and of invitations per hour. Counted in Redis for all instances together, or in memory without Redis and
 * while it is unavailable.
 * - requests and orders of a client
 * - requests of a person and of an operator token
 * - refused credentials of an address
 * - pushes to an account with a courier, and of an address
 * - photos that an address loads
 */
export class RateLimits implements OnApplicationShutdown {
  private readonly ofRequests: readonly Limit[];
  private readonly ofOrders: readonly Limit[];
  private readonly refusals: RateLimiterAbstract;
  private readonly pushesByAccount: RateLimiterAbstract;
  private readonly pushesByAddress: RateLimiterAbstract;
  private readonly mailsByAddress: RateLimiterAbstract;
  private readonly photosByAddress: RateLimiterAbstract;
  private readonly challengesByAddress: RateLimiterAbstract;
  private readonly ofPeople: readonly Limit[];
  private readonly ofOperatorTokens: readonly Limit[];
  private readonly invitationsByClient: RateLimiterAbstract;
  private readonly invitationsByRecipient: RateLimiterAbstract;

  /** @param redis null: counts in memory */
  constructor(
    settings: RateLimitSettings,
    private readonly redis: Redis | null,
  ) {
    this.ofRequests = this.limits('requests', settings.rateLimitPerMinute);
    const orders = this.limits('orders', settings.orderRateLimitPerMinute);
    this.ofOrders = [...this.ofRequests, ...orders];
    this.refusals = this.limiter('refusals', REFUSALS_PER_WINDOW);
    this.challengesByAddress = this.limiter('challenges-by-address', CHALLENGES_PER_ADDRESS);
    this.pushesByAccount = this.limiter('pushes-by-account', PUSHES_PER_ACCOUNT);
    this.pushesByAddress = this.limiter('pushes-by-address', PUSHES_PER_ADDRESS);
    this.ofPeople = this.limits('people', settings.rateLimitPerMinute);
    this.ofOperatorTokens = this.limits(
      'operator-tokens',
      settings.operatorTokenRateLimitPerMinute,
    );
    this.photosByAddress = this.limiter('photos-by-address', PHOTOS_PER_ADDRESS);
    this.mailsByAddress = this.limiter('mails-by-address', MAILS_PER_ADDRESS);
    this.invitationsByClient = this.limiter(
      'invitations-by-client',
      INVITATIONS_PER_CLIENT,
      HOUR_SECONDS,
    );
    this.invitationsByRecipient = this.limiter(
      'invitations-by-recipient',
      INVITATIONS_PER_RECIPIENT,
      HOUR_SECONDS,
    );
  }

  /** Connects to Redis if the settings name one. Otherwise the client library is not even loaded. */
  static async open(
    settings: RateLimitSettings,
    logger: Logger,
    metrics: Metrics,
  ): Promise<RateLimits> {
    const { redisUrl } = settings;
    if (redisUrl === null) return new RateLimits(settings, null);
    const redis = await connect(redisUrl, logger);
    metrics.measured(
      'rate_limits_shared',
      'Whether limits are counted for all instances together, in Redis: 0 while it is away',
      () => (redis.status === 'ready' ? 1 : 0),
    );
    return new RateLimits(settings, redis);
  }

  /**
   * Counts a caller's request, and reports in the answer's headers what is left.
   *
   * @throws AppError rate_limited
   */
  takeRequest(
    headers: HeaderSink,
    caller: number,
    { isOrder }: { isOrder: boolean },
  ): void | Promise<void> {
    return takeEach(isOrder ? this.ofOrders : this.ofRequests, headers, caller);
  }

  /**
   * Counts further requests of a caller, for a request that is worth several.
   *
   * @throws AppError rate_limited
   */
  async takeMore(headers: HeaderSink, caller: number, requests: number): Promise<void> {
    for (let taken = 0; taken < requests; taken += 1) {
      await takeEach(this.ofRequests, headers, caller);
    }
  }

  /**
   * Counts a signed-in person's request, and reports in the answer's headers what is left.
   *
   * @throws AppError rate_limited
   */
  takePerson(headers: HeaderSink, userId: number): void | Promise<void> {
    return takeEach(this.ofPeople, headers, userId);
  }

  /**
   * Counts the request of an operator token, and reports in the answer's headers what is left.
   *
   * @throws AppError rate_limited
   */
  takeOperatorToken(headers: HeaderSink, tokenId: number): void | Promise<void> {
    return takeEach(this.ofOperatorTokens, headers, tokenId);
  }

  /**
   * Counts an invitation, whether or not the recipient has an account.
   *
   * @param clientId the client whose people invite; null: the wholesaler
   * @throws AppError rate_limited
   */
  async takeInvitation(recipient: string, clientId: number | null): Promise<void> {
    const taken = [await consume(this.invitationsByRecipient, recipient)];
    if (clientId !== null) taken.push(await consume(this.invitationsByClient, String(clientId)));
    const exceeded = taken.filter(({ isExceeded }) => isExceeded);
    if (exceeded.length > 0) throw limited(Math.max(...exceeded.map(({ seconds }) => seconds)));
  }

  /**
   * Counts refused credentials of an address. Valid credentials are accepted regardless of earlier refusals.
   *
   * @throws AppError rate_limited once there were too many
   */
  async takeRefusal(address: string): Promise<void> {
    const { isExceeded, seconds } = await consume(this.refusals, networkOf(address));
    if (isExceeded) throw limited(seconds);
  }

  /**
   * Counts a mail that a caller who is not signed in asks for, whether or not the recipient has an account.
   *
   * @throws AppError rate_limited
   */
  async takeMail(address: string): Promise<void> {
    const { isExceeded, seconds } = await consume(this.mailsByAddress, networkOf(address));
    if (isExceeded) throw limited(seconds);
  }

  /** Counts a photo that anyone may load. @throws AppError rate_limited */
  async takePhoto(address: string): Promise<void> {
    const { isExceeded, seconds } = await consume(this.photosByAddress, networkOf(address));
    if (isExceeded) throw limited(seconds);
  }

  /** Counts a challenge that a caller who is not signed in asks for. @throws AppError rate_limited */
  async takeChallenge(address: string): Promise<void> {
    const { isExceeded, seconds } = await consume(this.challengesByAddress, networkOf(address));
    if (isExceeded) throw limited(seconds);
  }

  /** Counts a call of an address of pushes, before its key is looked for. @throws AppError rate_limited */
  async takePushFrom(address: string): Promise<void> {
    const { isExceeded, seconds } = await consume(this.pushesByAddress, networkOf(address));
    if (isExceeded) throw limited(seconds);
  }

  /** Counts a push of a courier, which sends it again later. @throws AppError unavailable */
  async takePush(accountId: number): Promise<void> {
    const { isExceeded, seconds } = await consume(this.pushesByAccount, String(accountId));
    if (isExceeded) throw new AppError('unavailable', { retryAfterSeconds: seconds });
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  private limits(name: string, points: number): Limit[] {
    if (points === 0) return [];
    const policy = `"${name}";q=${points};w=${WINDOW_SECONDS}`;
    if (this.redis === null) return [{ name, policy, take: windows(points) }];
    const limiter = this.limiter(name, points);
    const shared = new SharedLimit(points, (key, units) => count(limiter, key, units));
    return [{ name, policy, take: (key) => shared.take(String(key)) }];
  }

  private limiter(name: string, points: number, duration = WINDOW_SECONDS): RateLimiterAbstract {
    const options = { keyPrefix: `wso:${name}`, points, duration };
    const memory = new RateLimiterMemory(options);
    if (this.redis === null) return memory;
    return new RateLimiterRedis({
      ...options,
      storeClient: this.redis,
      insuranceLimiter: memory,
      rejectIfRedisNotReady: true,
    });
  }
}

/**
 * Counts in windows that begin with a key's first request. The library would take ten times as long, nearly as much as
 * answering a polled GET.
 * - keys, which are clients and people, are never removed: they are few
 * - the clock is monotonic, so that setting the time back makes no window longer
 */
function windows(points: number): (key: string | number) => Taken {
  const counts = new Map<string | number, { count: number; endsAtMs: number }>();
  return (key) => {
    const nowMs = Math.floor(performance.now());
    let window = counts.get(key);
    if (window === undefined || window.endsAtMs <= nowMs) {
      window = { count: 0, endsAtMs: nowMs + WINDOW_SECONDS * 1000 };
      counts.set(key, window);
    }
    window.count += 1;
    return toTaken(points - window.count, window.endsAtMs - nowMs);
  };
}

/** @throws AppError rate_limited */
function takeEach(
  limits: readonly Limit[],
  headers: HeaderSink,
  caller: number,
): void | Promise<void> {
  const taken = limits.map(({ take }) => take(caller));
  if (taken.every(isKnown)) return tell(headers, limits, taken);
  return Promise.all(taken.map(async (one) => one)).then((all) => tell(headers, limits, all));
}

function isKnown(taken: Taken | Promise<Taken>): taken is Taken {
  return !(taken instanceof Promise);
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<Taken> {
  const { consumed, msLeft } = await count(limiter, key, 1);
  return toTaken(limiter.points - consumed, msLeft);
}

async function count(
  limiter: RateLimiterAbstract,
  key: string,
  units: number,
): Promise<CountedWindow> {
  const { msBeforeNext, consumedPoints } = await limiter
    .consume(key, units)
    .catch((error: unknown) => {
      if (error instanceof RateLimiterRes) return error;
      throw error;
    });
  return { consumed: consumedPoints, msLeft: msBeforeNext };
}

/** @throws AppError rate_limited */
function tell(headers: HeaderSink, limits: readonly Limit[], taken: readonly Taken[]): void {
  if (taken.length === 0) return;
  headers.setHeader('RateLimit-Policy', limits.map(({ policy }) => policy).join(', '));
  const rests = taken.map(
    ({ left, seconds }, at) => `"${limits[at]!.name}";r=${left};t=${seconds}`,
  );
  headers.setHeader('RateLimit', rests.join(', '));
  const exceeded = taken.filter(({ isExceeded }) => isExceeded);
  if (exceeded.length > 0) throw limited(Math.max(...exceeded.map(({ seconds }) => seconds)));
}

function limited(seconds: number): AppError {
  return new AppError('rate_limited', { retryAfterSeconds: seconds });
}

async function connect(url: string, logger: Logger): Promise<Redis> {
  const { Redis } = await import('ioredis');
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: REDIS_TIMEOUT_MS,
    // Milliseconds for which a connection that is lost already keeps the process from ending: two seconds by default.
    disconnectTimeout: 50,
  });
  let isAway = false;
  redis.on('ready', () => {
    if (isAway) logger.info('rate limits are counted in Redis again');
    isAway = false;
  });
  redis.on('error', ({ name }: Error) => {
    // Once, not at every try to connect again.
    if (!isAway) logger.error({ error: name }, 'Redis is away: rate limits are counted in memory');
    isAway = true;
  });
  return redis;
}
