import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { writeLast, writeLastRows } from '../database/transaction.js';
import type { Page } from '../http/paging/page.js';
import { currentOrigin, type Origin } from '../http/request-context.js';
import {
  whereBehind,
  everySortedPage,
  microsOf,
  toSortedPage,
  type Position,
  type SortedPageRequest,
} from '../http/paging/sorted-page.js';
import { personOf } from './actor.js';
import { AuditEntry } from './audit-entry.entity.js';

/** A change, as reported by the code that makes it; it never contains a secret. Amounts are in minor units. */
export interface Change {
  action: string;
  subject: string;
  before?: object | null;
  after?: object | null;
}

/** Many changes of one kind. All fields but the action are SQL expressions over the rows of `from`. */
interface ChangeQuery {
  action: string;
  subject: string;
  before: string;
  after: string;
  from: string;
}

/** Filter of audit entries; an undefined field does not restrict the search. */
export interface AuditFilter {
  /** Exact match; the e-mail address of a user may be left out. */
  actor?: string | undefined;
  subject?: string | undefined;
  from?: Date | undefined;
  /** Exclusive. */
  to?: Date | undefined;
}

/** An entry with its place in the list. */
export type ListedEntry = AuditEntry & Position;

const COLUMNS = `e.id, e.at, e.actor, e.action, e.subject, e.before, e.after, e.request_id AS "requestId",
  ${microsOf('e.at')} AS "atMicros"`;

/** Subject of the entries about the use of the admin token. */
export const ADMIN_TOKEN_SUBJECT = 'admin token';
/** The actor recorded for requests that use the admin token. */
export const ADMIN_TOKEN_ACTOR = 'operator';

@Injectable()
export class AuditService {
  constructor(private readonly dataSource: DataSource) {}

  /**
   * Writes an entry at the end of the transaction that makes the change, so that neither is stored without the other. A change
   * that changed nothing gets no entry.
   */
  async record(
    manager: EntityManager,
    { action, subject, before = null, after = null }: Change,
  ): Promise<void> {
    const facts = { before: before && spelled(before), after: after && spelled(after) };
    if (JSON.stringify(facts.before) === JSON.stringify(facts.after)) return;
    const { actor, requestId: request_id } = this.origin();
    // Spelled now: the objects may change until the transaction ends.
    const entry = JSON.stringify({ actor, request_id, action, subject, ...facts });
    await writeLast(manager, entry, insertEntries);
  }

  /** Writes one entry for each row of an SQL query, in the transaction of the changes. */
  async recordAll(
    manager: EntityManager,
    { action, subject, before, after, from }: ChangeQuery,
  ): Promise<void> {
    await writeLastRows(manager);
    const { actor, requestId } = this.origin();
    await manager.query(
      `INSERT INTO audit_entries (actor, request_id, action, subject, before, after)
        SELECT $1, $2, $3, ${subject}, ${before}, ${after} FROM ${from}`,
      [actor, requestId, action],
    );
  }

  /**
   * Reads the actor and the request id of the current work.
   *
   * @throws Error where neither a request nor background work with an actor is running
   */
  origin(): Origin {
    return currentOrigin();
  }

  /**
   * Finds the time of the latest entry about a subject within some hours that has these values before the change; null without
   * one.
   */
  async findLatest(
    manager: EntityManager,
    { subject, hours, before = {} }: { subject: string; hours: number; before?: object },
  ): Promise<Date | null> {
    const [row] = await manager.query<[{ at: Date | null }]>(
      `SELECT max(at) AS at FROM audit_entries
        WHERE subject = $1 AND at > now() - make_interval(hours => $2) AND coalesce(before, '{}') @> $3`,
      [subject, hours, JSON.stringify(before)],
    );
    return row.at;
  }

  /** Returns true if a person gave a field of a subject another value, or its first one. */
  async hasChanged(
    manager: EntityManager,
    { actor, subject, field }: { actor: string; subject: string; field: string },
  ): Promise<boolean> {
    const found = await manager.query<object[]>(
      `SELECT FROM audit_entries
        WHERE subject = $1 AND split_part(actor, ' <', 1) = $2 AND after -> $3 IS DISTINCT FROM before -> $3 LIMIT 1`,
      [subject, personOf(actor), field],
    );
    return found.length > 0;
  }

  /** Lists entries by their time. */
  async list(
    { actor, subject, from, to }: AuditFilter,
    page: SortedPageRequest,
  ): Promise<Page<ListedEntry>> {
    const values: unknown[] = [page.limit + 1];
    const parameter = (value: unknown): string => `$${values.push(value)}`;
    const conditions = ['true'];
    if (actor !== undefined) {
      // The expression of the index: the e-mail address of a user may change.
      conditions.push(`split_part(e.actor, ' <', 1) = split_part(${parameter(actor)}, ' <', 1)`);
    }
    if (subject !== undefined) conditions.push(`e.subject = ${parameter(subject)}`);
    if (from !== undefined) conditions.push(`e.at >= ${parameter(from)}`);
    if (to !== undefined) conditions.push(`e.at < ${parameter(to)}`);
    conditions.push(...whereBehind(page, { at: 'e.at', id: 'e.id' }, parameter));
    const direction = page.isNewestFirst ? 'DESC' : 'ASC';
    const found = await this.dataSource.query<ListedEntry[]>(
      `SELECT ${COLUMNS} FROM audit_entries e WHERE ${conditions.join(' AND ')}
        ORDER BY e.at ${direction}, e.id ${direction} LIMIT $1`,
      values,
    );
    return toSortedPage(found, page.limit, (entry) => entry);
  }

  /** Yields all pages of the filtered entries, newest first. */
  everyPage(filter: AuditFilter): AsyncGenerator<ListedEntry[], void> {
    return everySortedPage(
      (page) => this.list(filter, page),
      (entry) => entry,
    );
  }
}

/** Inserts entries, given as JSON, in their order. */
async function insertEntries(manager: EntityManager, entries: string[]): Promise<void> {
  await manager.query(
    `INSERT INTO audit_entries (actor, request_id, action, subject, before, after)
      SELECT actor, request_id, action, subject, before, after FROM json_to_recordset($1::json) AS entry
        (actor text, request_id text, action text, subject text, before jsonb, after jsonb)`,
    [`[${entries.join(',')}]`],
  );
}

/** Renames the facts to the names that the rest of the API uses; variation keys stay as they are. */
function spelled(facts: object): object {
  return Object.fromEntries(
    Object.entries(facts).map(([key, value]: [string, unknown]) => [
      /^[a-z]\w*$/.test(key) ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key,
      value,
    ]),
  );
}
