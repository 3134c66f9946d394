import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type {
  DocumentDraft,
  DocumentLine,
} from '../../../../../src/tax/documents/document-content.ts';
import type { OrderReturnItemDto, PreviewRefundDto } from '../../../api/generated/admin-types';
import { previewRefundMutation } from '../../../api/generated/admin';
import { column, type Column } from '../../../shared/lists/columns';
import { DataTable } from '../../../shared/lists/data-table';
import { formatCount } from '../../../shared/format';
import { Money } from '../../../shared/money';

/** Pause in typing after which the notes are asked for. */
const PAUSE_MS = 300;

const columnsOf = (back: readonly Inspected[]): readonly Column<DocumentLine>[] => [
  column.wide('Item', ({ description, hsn, credits }) => (
    <>
      {description}
      <br />
      <small>
        HSN {hsn}, {credits!.number}
      </small>
    </>
  )),
  column.number('Came back', (line) => unitsText(line, back)),
  column.money('Tax', ({ gross_minor, taxable_minor }) => (gross_minor - taxable_minor) / 100),
  column.money('Amount', ({ gross_minor }) => gross_minor / 100),
];

/** Units of a line that came back, by what the inspection found. */
type Inspected = Pick<OrderReturnItemDto, 'line' | 'good' | 'scrap'>;

/** Tells good units from scrap, if a line has all that came back of its order's line. */
function unitsText({ units, order_line }: DocumentLine, back: readonly Inspected[]) {
  const { good = 0, scrap = 0 } = back.find(({ line }) => line === order_line) ?? {};
  if (scrap === 0 || good + scrap !== units) return units;
  return `${formatCount(good)} good, ${formatCount(scrap)} scrap`;
}

interface CreditNotePreviewProps {
  orderNumber: string;
  back: readonly Inspected[];
  /** null: nothing is refunded. */
  refund: PreviewRefundDto | null;
  /** False while the refund is recorded, after which there is nothing to ask for. */
  isOpen: boolean;
}

/** Renders the credit notes that a refund would have; nothing for an order without documents, and for a refund that is refused. */
export function CreditNotePreview({ orderNumber, back, refund, isOpen }: CreditNotePreviewProps) {
  const [body] = useDebouncedValue(JSON.stringify(refund), PAUSE_MS);
  const query = useQuery({
    queryKey: ['credit note preview', orderNumber, body],
    queryFn: async () => {
      const { data } = await previewRefundMutation().mutationFn({
        path: { order_number: orderNumber },
        body: JSON.parse(body) as PreviewRefundDto,
      });
      return data.notes as unknown as DocumentDraft[];
    },
    retry: false,
    enabled: isOpen && refund !== null,
    placeholderData: keepPreviousData,
  });
  if (query.isError || refund === null) return null;
  return query.data?.map(({ total_minor, taxable_minor, lines }, index) => (
    <div key={index}>
      <p>
        Credit note of <Money amount={total_minor / 100} />, with{' '}
        <Money amount={(total_minor - taxable_minor) / 100} /> of tax
      </p>
      <DataTable
        caption="Credit note"
        columns={columnsOf(back)}
        rows={lines}
        rowKey={({ line }) => line}
        isStale={query.isPlaceholderData}
      />
      <p className="soft small">
        The note names the units that came back, even if the refund is less than their price.
      </p>
    </div>
  ));
}
