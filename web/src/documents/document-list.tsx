import type { ReactNode } from 'react';
import { DataTable } from '../shared/lists/data-table';
import { AMOUNT_COLUMNS, KIND_COLUMNS, type ListedDocument } from './document-columns';

interface DocumentListProps {
  documents: readonly ListedDocument[];
  /** Renders the number with its link. */
  number: (document: ListedDocument) => ReactNode;
}

/** Renders the tax documents of an order. */
export function DocumentList({ documents, number }: DocumentListProps) {
  return (
    <DataTable
      caption="Invoices and credit notes"
      columns={[{ header: 'Number', cell: number }, ...KIND_COLUMNS, ...AMOUNT_COLUMNS]}
      rows={documents}
    />
  );
}
