import type { OnApplicationShutdown } from '@nestjs/common';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';
import type { Settings } from '../config/settings.js';
import { AppError } from './errors.js';

const WINDOW_SECONDS = 60;
/** Refused credentials an address may send in a window before it is told to wait. */
export const REFUSALS_PER_WINDOW = 60;
const REDIS_TIMEOUT_MS = 500;

type RateLimitSettings = Pick<
  Settings,
  'rateLimitPerMinute' | 'orderRateLimitPerMinute' | 'redisUrl'
>;

/** Where headers of an answer go. */
export interface HeaderSink {
  setHeader(name: string, value: string): unknown;
}

interface Limit {
  name: string;
  /** As the header RateLimit-Policy names it. */
  policy: string;
  limiter: RateLimiterAbstract;
}

/**
 * How many requests and orders a client may send a minute, and refused credentials an address.
 * Counted in memory, or for all instances together in Redis; in memory while Redis is away.
 */
export class RateLimits implements OnApplicationShutdown {
  private readonly redis: Redis | null;
  private readonly requests: Limit | null;
  private readonly orders: Limit | null;
  private readonly refusals: Limit;

  constructor(settings: RateLimitSettings, logger: Logger) {
    this.redis = settings.redisUrl === null ? null : connect(settings.redisUrl, logger);
    this.requests = this.limit('requests', settings.rateLimitPerMinute);
    this.orders = this.limit('orders', settings.orderRateLimitPerMinute);
    this.refusals = this.limiter('refusals', REFUSALS_PER_WINDOW);
  }

  /**
   * Counts a client's request, and says in the answer's headers what is left.
   *
   * @throws AppError rate_limited
   */
  async takeRequest(
    headers: HeaderSink,
    clientId: number,
    { isOrder }: { isOrder: boolean },
  ): Promise<void> {
    const taken = this.requests === null ? [] : [await take(this.requests, String(clientId))];
    if (isOrder && this.orders !== null) taken.push(await take(this.orders, String(clientId)));
    if (taken.length === 0) return;
    headers.setHeader('RateLimit-Policy', taken.map(({ limit }) => limit.policy).join(', '));
    headers.setHeader(
      'RateLimit',
      taken.map(({ limit, left, seconds }) => `"${limit.name}";r=${left};t=${seconds}`).join(', '),
    );
    const exceeded = taken.filter(({ isExceeded }) => isExceeded);
    if (exceeded.length > 0) throw limited(Math.max(...exceeded.map(({ seconds }) => seconds)));
  }

  /**
   * Counts refused credentials of an address. Good ones are let in whatever came before them.
   *
   * @throws AppError rate_limited once there were too many
   */
  async takeRefusal(address: string): Promise<void> {
    const { isExceeded, seconds } = await take(this.refusals, address);
    if (isExceeded) throw limited(seconds);
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  private limit(name: string, points: number): Limit | null {
    return points === 0 ? null : this.limiter(name, points);
  }

  private limiter(name: string, points: number): Limit {
    const options = { keyPrefix: `wso:${name}`, points, duration: WINDOW_SECONDS };
    const memory = new RateLimiterMemory(options);
    const limiter =
      this.redis === null
        ? memory
        : new RateLimiterRedis({
            ...options,
            storeClient: this.redis,
            insuranceLimiter: memory,
            rejectIfRedisNotReady: true,
          });
    return { name, policy: `"${name}";q=${points};w=${WINDOW_SECONDS}`, limiter };
  }
}

interface Taken {
  limit: Limit;
  left: number;
  seconds: number;
  isExceeded: boolean;
}

async function take(limit: Limit, key: string): Promise<Taken> {
  try {
    return taken(limit, await limit.limiter.consume(key), false);
  } catch (error) {
    if (error instanceof RateLimiterRes) return taken(limit, error, true);
    throw error;
  }
}

function taken(
  limit: Limit,
  { remainingPoints, msBeforeNext }: RateLimiterRes,
  isExceeded: boolean,
): Taken {
  return {
    limit,
    left: Math.max(0, remainingPoints),
    seconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
    isExceeded,
  };
}

function limited(seconds: number): AppError {
  return new AppError('rate_limited', { retryAfterSeconds: seconds });
}

function connect(url: string, logger: Logger): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: REDIS_TIMEOUT_MS,
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
