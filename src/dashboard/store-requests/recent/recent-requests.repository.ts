import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import {
  whereBehind,
  microsOf,
  type Position,
  type SortedPageRequest,
} from '../../../platform/http/paging/sorted-page.js';
import type { PendingRequest } from './recent-buffer.js';
import type { RecentRequest } from './recent-request.entity.js';

export type ListedRequest = RecentRequest & Position;

@Injectable()
export class RecentRequestsRepository {
  /** Stores requests. Those of test tokens belong to the client itself. */
  async insert(manager: EntityManager, requests: readonly PendingRequest[]): Promise<void> {
    await manager.query(
      `INSERT INTO recent_requests (at, request_id, client_id, token_id, method, route, status, ms)
        SELECT statement_timestamp() - ($2::bigint - r."atMs") * interval '1 millisecond', r."requestId",
          coalesce(c.test_of, c.id), r."tokenId", r.method, r.route, r.status, r.ms
        FROM json_to_recordset($1) AS r (
          "atMs" bigint, "requestId" text, "clientId" integer, "tokenId" integer, method text, route text,
          status smallint, ms integer
        )
        JOIN clients c ON c.id = r."clientId"`,
      // Times are the database's. This instance's clock may be wrong and only measures the age.
      [JSON.stringify(requests), Date.now()],
    );
  }

  /** Lists a client's requests by their time. @param requestId undefined: any */
  async list(
    manager: EntityManager,
    clientId: number,
    requestId: string | undefined,
    page: SortedPageRequest,
  ): Promise<ListedRequest[]> {
    const values: unknown[] = [clientId, page.limit];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const conditions = ['r.client_id = $1'];
    if (requestId !== undefined) conditions.push(`r.request_id = ${parameter(requestId)}`);
    conditions.push(...whereBehind(page, { at: 'r.at', id: 'r.id' }, parameter));
    const direction = page.isNewestFirst ? 'DESC' : 'ASC';
    return manager.query<ListedRequest[]>(
      `SELECT r.id, r.at, r.request_id AS "requestId", r.client_id AS "clientId", r.token_id AS "tokenId", r.method,
          r.route, r.status, r.ms, ${microsOf('r.at')} AS "atMicros"
        FROM recent_requests r WHERE ${conditions.join(' AND ')}
        ORDER BY r.at ${direction}, r.id ${direction} LIMIT $2`,
      values,
    );
  }

  /** Deletes requests that are older than some hours. */
  async deleteOld(manager: EntityManager, hours: number): Promise<void> {
    await manager.query(
      'DELETE FROM recent_requests WHERE at < now() - make_interval(hours => $1)',
      [hours],
    );
  }
}
