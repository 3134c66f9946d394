import { amountCsv, csvParts } from '../../platform/csv/csv-response.js';
import { toDecimalText } from '../../platform/money.js';
import { dateInShop } from '../../platform/time-zone.js';
import type { ExportedJournal } from './journal-export.repository.js';
import { ledgerNameOf, type LedgerNames } from './ledger-names.js';

const COLUMNS = ['journal', 'date', 'entry', 'order_number', 'reference', 'note', 'account'];

/** Returns a file of journals, one line for each posting. */
export function journalsCsv(
  pages: AsyncIterable<readonly ExportedJournal[]>,
  names: LedgerNames,
): AsyncIterable<string> {
  const columns = [...COLUMNS, 'ledger', 'client_id', 'client', 'debit', 'credit'];
  return csvParts(columns, linesOf(pages, names), (cells) => cells, amountCsv);
}

async function* linesOf(
  pages: AsyncIterable<readonly ExportedJournal[]>,
  names: LedgerNames,
): AsyncGenerator<string[][]> {
  for await (const page of pages) yield page.flatMap((journal) => postingLines(journal, names));
}

function postingLines(journal: ExportedJournal, names: LedgerNames): string[][] {
  const { id, at, kind, reversesId, orderNumber, reference, note, postings } = journal;
  return postings.map((posting) => {
    const { account, owner, client, amountMinor } = posting;
    return [
      String(id),
      dateInShop(new Date(at)),
      reversesId === null ? kind : `${kind} reversed`,
      orderNumber ?? '',
      reference ?? '',
      note ?? '',
      account,
      ledgerNameOf(names, posting),
      client === null ? '' : String(owner),
      client ?? '',
      amountMinor < 0 ? toDecimalText(-amountMinor) : '',
      amountMinor > 0 ? toDecimalText(amountMinor) : '',
    ];
  });
}
