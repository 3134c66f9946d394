import { csvParts } from '../platform/csv/csv-response.js';
import type { AuditEntry } from './audit-entry.entity.js';

const COLUMNS = ['at', 'actor', 'action', 'subject', 'before', 'after', 'request_id'];

/** Returns a file of audit entries. */
export function auditCsv(pages: AsyncIterable<readonly AuditEntry[]>): AsyncIterable<string> {
  return csvParts(COLUMNS, pages, cellsOf);
}

function cellsOf(entry: AuditEntry): string[] {
  return [
    entry.at.toISOString(),
    entry.actor,
    entry.action,
    entry.subject,
    entry.before === null ? '' : JSON.stringify(entry.before),
    entry.after === null ? '' : JSON.stringify(entry.after),
    entry.requestId ?? '',
  ];
}
