import { time, text, type Table } from '../table-export/table.js';
import type { AuditEntry } from './audit-entry.entity.js';

/** Returns audit entries as a table. */
export function auditTable(pages: AsyncIterable<readonly AuditEntry[]>): Table<AuditEntry> {
  return {
    pages,
    columns: [
      time('at', (entry) => entry.at),
      text('actor', (entry) => entry.actor),
      text('action', (entry) => entry.action),
      text('subject', (entry) => entry.subject),
      text('before', ({ before }) => (before === null ? null : JSON.stringify(before))),
      text('after', ({ after }) => (after === null ? null : JSON.stringify(after))),
      text('request_id', (entry) => entry.requestId),
    ],
  };
}
