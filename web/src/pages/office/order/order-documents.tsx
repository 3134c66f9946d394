import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { listDocumentsOptions } from '../../../api/generated/admin';
import { DocumentList } from '../../../documents/document-list';
import { useMay } from '../../../frame/session';
import { Icon } from '../../../shared/icon';
import { SectionCard } from '../../../shared/layout/section-card';
import { DocumentLink } from '../invoices/document-link';

/** Renders the tax documents of an order, or nothing if it has none. */
export function OrderDocuments({ orderNumber }: { orderNumber: string }) {
  const mayPrint = useMay('documents:print');
  const query = useQuery(listDocumentsOptions({ query: { order_number: orderNumber } }));
  const documents = query.data?.data ?? [];
  if (documents.length === 0) return null;
  return (
    <SectionCard
      title="Invoices and credit notes"
      aside={
        mayPrint && (
          <Button
            component="a"
            href={`/admin/documents/pdf?ids=${documents.map(({ id }) => id).join()}`}
            target="_blank"
            rel="noreferrer"
            variant="default"
            size="compact-sm"
            leftSection={<Icon name="print" size={15} />}
          >
            Print
          </Button>
        )
      }
    >
      <DocumentList documents={documents} number={(document) => <DocumentLink {...document} />} />
    </SectionCard>
  );
}
