import { day, id, summed, text, type Table } from '../../../platform/table-export/table.js';
import { dateInShop } from '../../../platform/time-zone.js';
import type { ExportedJournal } from './journal-export.repository.js';
import { ledgerNameOf, type LedgerNames } from '../ledger-names.js';

/** A posting with its journal. */
export type JournalLine = Omit<ExportedJournal, 'postings'> & {
  posting: ExportedJournal['postings'][number];
};

/** Returns journals as a table with a row for each posting. */
export function journalsTable(
  pages: AsyncIterable<readonly ExportedJournal[]>,
  names: LedgerNames,
): Table<JournalLine> {
  return {
    pages: linesOf(pages),
    columns: [
      id('journal', (line) => line.id),
      day('date', ({ at }) => dateInShop(new Date(at))),
      text('entry', ({ kind, reversesId }) => (reversesId === null ? kind : `${kind} reversed`)),
      text('order_number', (line) => line.orderNumber),
      text('reference', (line) => line.reference),
      text('note', (line) => line.note),
      text('account', ({ posting }) => posting.account),
      text('ledger', ({ posting }) => ledgerNameOf(names, posting)),
      id('client_id', ({ posting }) => (posting.client === null ? null : posting.owner)),
      text('client', ({ posting }) => posting.client),
      summed('debit', ({ posting }) => sideOf(-posting.amountMinor)),
      summed('credit', ({ posting }) => sideOf(posting.amountMinor)),
    ],
  };
}

async function* linesOf(
  pages: AsyncIterable<readonly ExportedJournal[]>,
): AsyncGenerator<JournalLine[]> {
  for await (const page of pages) {
    yield page.flatMap(({ postings, ...journal }) =>
      postings.map((posting) => ({ ...journal, posting })),
    );
  }
}

function sideOf(amountMinor: number): number | null {
  return amountMinor > 0 ? amountMinor : null;
}
