import type { DocumentKind } from '../../../src/tax/documents/document-content.ts';
import { column, type Column } from '../shared/lists/columns';
import { DOCUMENT_KINDS } from './document-kinds';

/** A tax document in a list. Who reads lists of operators sees all amounts. */
export interface ListedDocument {
  id: number;
  number: string;
  kind: DocumentKind;
  issued_on: string;
  total?: number;
  taxable?: number;
}

/** Writes the amount with its sign: a credit note takes back. */
function signed({ kind }: ListedDocument, amount: number): number {
  return kind === 'credit_note' ? -amount : amount;
}

/** Columns of kind and day. */
export const KIND_COLUMNS: readonly Column<ListedDocument>[] = [
  { header: 'Kind', onPhone: 'below', cell: ({ kind }) => DOCUMENT_KINDS[kind] },
  column.day('Date', 'issued_on', { onPhone: 'below' }),
];

/** Columns of the amounts; those of credit notes are negative. */
export const AMOUNT_COLUMNS: readonly Column<ListedDocument>[] = [
  column.money('Taxable', (document) => signed(document, document.taxable ?? 0)),
  column.money('Tax', (document) =>
    signed(document, (document.total ?? 0) - (document.taxable ?? 0)),
  ),
  column.money('Total', (document) => signed(document, document.total ?? 0), { onPhone: 'end' }),
];
