import {
  columns,
  day,
  integer,
  money,
  text,
} from '../../../platform/http/response-dto/response-dto.js';
import type { Table } from '../../../platform/table-export/table.js';
import { dateInShop } from '../../../platform/time-zone.js';
import type { ExportedJournal } from './exported-journal.js';
import { ledgerNameOf, type LedgerNames } from '../ledger-names.js';

export type JournalLine = Omit<ExportedJournal, 'postings'> & {
  posting: ExportedJournal['postings'][number];
};

/** Writes journals as a table with a row for each posting. */
export function journalsTable(
  pages: AsyncIterable<readonly ExportedJournal[]>,
  names: LedgerNames,
): Table<JournalLine> {
  return {
    pages: linesOf(pages),
    columns: columns<JournalLine>()({
      journal: [integer(), 'id'],
      date: [day(), ({ at }) => dateInShop(new Date(at))],
      entry: [text(), ({ kind, reversesId }) => (reversesId === null ? kind : `${kind} reversed`)],
      order_number: text().orNull(),
      reference: text().orNull(),
      note: text().orNull(),
      account: [text(), ({ posting }) => posting.account],
      ledger: [text(), ({ posting }) => ledgerNameOf(names, posting)],
      client_id: [
        integer().orNull(),
        ({ posting }) => (posting.client === null ? null : posting.owner),
      ],
      client: [text().orNull(), ({ posting }) => posting.client],
      debit: [money().orNull(), ({ posting }) => sideOf(-posting.amountMinor)],
      credit: [money().orNull(), ({ posting }) => sideOf(posting.amountMinor)],
    }),
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
