import type { DocumentKind } from '../../../src/tax/documents/document-content.ts';
import { choices } from '../shared/choices';

/** Names of the kinds of tax documents. */
export const DOCUMENT_KINDS: Record<DocumentKind, string> = {
  invoice: 'Invoice',
  bill_of_supply: 'Bill of supply',
  credit_note: 'Credit note',
  canceled: 'Canceled number',
};

/** Options of a filter by kind. */
export const KIND_OPTIONS = [{ value: '', label: 'All' }, ...choices(DOCUMENT_KINDS)];

/** Kinds of documents that the URL of a list may select. */
export const KINDS = ['invoice', 'bill_of_supply', 'credit_note', 'canceled'] as const;
