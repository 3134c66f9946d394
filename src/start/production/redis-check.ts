import type { Settings } from '../../platform/config/settings.js';
import { warning, type Finding } from './finding.js';

const ANSWER_LIMIT_MS = 5_000;

/** Asks Redis, without which each instance counts limits by itself. */
export async function checkRedis({ redisUrl }: Settings): Promise<Finding | null> {
  if (redisUrl === null) return null;
  const { Redis } = await import('ioredis');
  const redis = new Redis(redisUrl, {
    lazyConnect: true,
    connectTimeout: ANSWER_LIMIT_MS,
    commandTimeout: ANSWER_LIMIT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: null,
  });
  // Without a listener, ioredis prints it.
  redis.on('error', () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return null;
  } catch (error) {
    return warning(
      `REDIS_URL does not answer, so each instance counts limits by itself (${(error as Error).message})`,
      'start Redis, or correct the URL',
    );
  } finally {
    redis.disconnect();
  }
}
