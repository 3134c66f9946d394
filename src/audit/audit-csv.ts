import { toCsvRows } from '../platform/csv/csv-response.js';
import type { AuditEntry } from './audit-entry.entity.js';

const COLUMNS = ['at', 'actor', 'action', 'subject', 'before', 'after', 'request_id'];

/** A file of audit entries with a row of names, page by page. */
export async function* auditCsv(
  pages: AsyncIterable<readonly AuditEntry[]>,
): AsyncGenerator<string, void> {
  yield toCsvRows([COLUMNS]);
  for await (const page of pages) {
    if (page.length > 0) yield toCsvRows(page.map(cellsOf));
  }
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
