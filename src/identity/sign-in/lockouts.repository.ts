import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository, type EntityManager } from 'typeorm';
import { Lockout } from './lockout.entity.js';

/** Failures before the first lock. */
export const FREE_FAILURES = 5;
const LONGEST_MINUTES = 15;
/** After this time without a failure, the count starts from zero. */
const MEMORY = "interval '1 hour'";

/** Failure that counts toward a lockout. */
interface Counted {
  /** Number of failures of the key, including this one. */
  failures: number;
}

/** A failure that was not counted, because its key is locked. */
interface Locked {
  lockedSeconds: number;
}

@Injectable()
export class LockoutsRepository {
  constructor(@InjectRepository(Lockout) private readonly lockouts: Repository<Lockout>) {}

  /**
   * Counts a failure of a key unless it is locked; the fifth locks it for a minute, each further one for twice as long.
   */
  async count(manager: EntityManager, key: string): Promise<Counted | Locked> {
    const [counted] = await manager.query<Counted[]>(
      `INSERT INTO lockouts AS l (key, failures, failed_at) VALUES ($1, 1, clock_timestamp())
        ON CONFLICT (key) DO UPDATE SET
          failures = CASE WHEN l.failed_at < clock_timestamp() - ${MEMORY} THEN 1 ELSE l.failures + 1 END,
          failed_at = clock_timestamp(),
          locked_until = CASE
            WHEN l.failed_at < clock_timestamp() - ${MEMORY} THEN NULL
            WHEN l.failures + 1 >= ${FREE_FAILURES}
              THEN clock_timestamp() + least(${LONGEST_MINUTES}, 2 ^ least(l.failures + 1 - ${FREE_FAILURES}, 10)) * interval '1 minute'
          END
          WHERE l.locked_until IS NULL OR l.locked_until <= clock_timestamp()
        RETURNING failures`,
      [key],
    );
    if (counted !== undefined) return counted;
    // A lock that ended meanwhile: the attempt may be repeated immediately.
    return { lockedSeconds: (await this.lockedSeconds(manager, key)) ?? 1 };
  }

  /** Forgets the failures of a key. */
  async clear(manager: EntityManager, key: string): Promise<void> {
    await manager.withRepository(this.lockouts).delete({ key });
  }

  /** Computes the seconds for which a key is locked; null: it is not. */
  async lockedSeconds(manager: EntityManager, key: string): Promise<number | null> {
    const [row] = await manager.query<Locked[]>(
      `SELECT extract(epoch FROM locked_until - clock_timestamp())::float8 AS "lockedSeconds"
        FROM lockouts WHERE key = $1 AND locked_until > clock_timestamp()`,
      [key],
    );
    return row?.lockedSeconds ?? null;
  }

  async deleteOld(manager: EntityManager): Promise<void> {
    await manager.query(
      `DELETE FROM lockouts WHERE failed_at < clock_timestamp() - ${MEMORY}
        AND coalesce(locked_until < clock_timestamp(), true)`,
    );
  }
}
