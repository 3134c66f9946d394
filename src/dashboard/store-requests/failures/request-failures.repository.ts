import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  whereBehind,
  microsOf,
  type Position,
  type SortedPageRequest,
} from '../../../platform/http/paging/sorted-page.js';
import { TIME_ZONE } from '../../../platform/time-zone.js';
import type { PendingFailure } from './failure-buffer.js';
import type { RequestFailure } from './request-failure.entity.js';

/** Filter of failures; an undefined field does not restrict the result. */
export interface FailureFilter {
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
  requestId?: string | undefined;
}

export type ListedFailure = RequestFailure &
  Position & {
    /** The domain and the last characters of the token, if the request sent another domain. */
    registeredDomain: string | null;
    tokenLast4: string | null;
  };

const COLUMNS = `f.id, f.at, f.request_id AS "requestId", f.client_id AS "clientId", f.token_id AS "tokenId", f.method,
  f.route, f.status, f.code, f.fields, f.store_order_id AS "storeOrderId", f.sent_domain AS "sentDomain",
  t.domain AS "registeredDomain", t.last4 AS "tokenLast4", f.count, ${microsOf('f.at')} AS "atMicros"`;

@Injectable()
export class RequestFailuresRepository {
  /** Stores failures, and finds the token of each by its hash. A revoked token is still attributed to its client. */
  async insert(manager: EntityManager, failures: readonly PendingFailure[]): Promise<void> {
    await manager.query(
      `INSERT INTO request_failures
          (at, request_id, client_id, token_id, method, route, status, code, fields, store_order_id, sent_domain, count)
        SELECT statement_timestamp() - ($2::bigint - f."atMs") * interval '1 millisecond', f."requestId", coalesce(c.test_of, c.id), t.id, f.method, f.route,
          f.status, f.code, f.fields, f."storeOrderId", f."sentDomain", f.count
        FROM json_to_recordset($1) AS f (
          "atMs" bigint, "requestId" text, "tokenHash" text, "clientId" integer, method text, route text,
          status smallint, code text, fields jsonb, "storeOrderId" text, "sentDomain" text, count integer
        )
        LEFT JOIN api_tokens t ON t.token_hash = decode(f."tokenHash", 'base64')
        LEFT JOIN clients c ON c.id = coalesce(t.client_id, f."clientId")
        ORDER BY f."atMs"`,
      // Times are the database's. This instance's clock may be wrong and only measures the age.
      [JSON.stringify(failures), Date.now()],
    );
  }

  /** Lists a client's failures by their time. */
  async list(
    manager: EntityManager,
    clientId: number,
    { from, to, requestId }: FailureFilter,
    page: SortedPageRequest,
  ): Promise<ListedFailure[]> {
    const values: unknown[] = [clientId, page.limit];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const conditions = ['f.client_id = $1'];
    if (from !== undefined) conditions.push(`f.at >= ${parameter(from)}`);
    if (to !== undefined) conditions.push(`f.at < ${parameter(to)}`);
    if (requestId !== undefined) conditions.push(`f.request_id = ${parameter(requestId)}`);
    conditions.push(...whereBehind(page, { at: 'f.at', id: 'f.id' }, parameter));
    const direction = page.isNewestFirst ? 'DESC' : 'ASC';
    return manager.query<ListedFailure[]>(
      `SELECT ${COLUMNS} FROM request_failures f
        LEFT JOIN api_tokens t ON t.id = f.token_id AND f.code = 'domain_mismatch'
        WHERE ${conditions.join(' AND ')}
        ORDER BY f.at ${direction}, f.id ${direction} LIMIT $2`,
      values,
    );
  }

  /** Counts a client's refused requests since midnight in the shop's time zone. */
  async countToday(manager: EntityManager, clientId: number): Promise<number> {
    const [row] = await manager.query<[{ count: number }]>(
      `SELECT coalesce(sum(count), 0)::integer AS count FROM request_failures
        WHERE client_id = $1 AND at >= date_trunc('day', now(), '${TIME_ZONE}')`,
      [clientId],
    );
    return row.count;
  }

  /** Deletes failures older than some days, a limited number of them. @returns the number of deleted failures */
  async deleteOld(manager: EntityManager, days: number, limit: number): Promise<number> {
    const [, affected] = await manager.query<[unknown, number]>(
      `DELETE FROM request_failures WHERE id IN (
          SELECT id FROM request_failures WHERE at < now() - make_interval(days => $1)
          ORDER BY at LIMIT $2 FOR UPDATE SKIP LOCKED
        )`,
      [days, limit],
    );
    return affected;
  }
}
