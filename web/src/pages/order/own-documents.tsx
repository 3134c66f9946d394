import { useQuery } from '@tanstack/react-query';
import { listOwnDocumentsOptions } from '../../api/generated/dashboard';
import { DocumentList } from '../../documents/document-list';
import { SectionCard } from '../../shared/layout/section-card';
import { OwnDocumentLink } from '../invoices/own-document-link';

/** Renders the invoices and credit notes of an order, or nothing if it has none. */
export function OwnDocuments({ orderNumber }: { orderNumber: string }) {
  const query = useQuery(listOwnDocumentsOptions({ query: { order_number: orderNumber } }));
  const documents = query.data?.data ?? [];
  if (documents.length === 0) return null;
  return (
    <SectionCard title="Invoices and credit notes">
      <DocumentList
        documents={documents}
        number={(document) => <OwnDocumentLink {...document} />}
      />
    </SectionCard>
  );
}
