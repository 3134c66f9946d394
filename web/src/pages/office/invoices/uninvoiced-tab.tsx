import {
  invoiceShipmentMutation,
  listUninvoicedShipmentsOptions,
} from '../../../api/generated/admin/admin-api.tanstack';
import type { UninvoicedShipmentDto } from '../../../api/generated/admin/admin-api.schemas';
import { useMay } from '../../../frame/session';
import { ConfirmButton } from '../../../shared/forms/confirm-button';
import { column, type Column } from '../../../shared/lists/columns';
import { PagedList, usePages } from '../../../shared/lists/list-view';
import { linkTo } from '../office-columns';

const COLUMNS: readonly Column<UninvoicedShipmentDto>[] = [
  linkTo.order('Order', 'order_number'),
  linkTo.client('Client', 'client_id'),
  column.time('Shipped', 'shipped_at'),
  {
    header: 'Was missing',
    isWide: true,
    cell: ({ problems }) => problems.map(({ message }) => message).join('. '),
  },
];

const ACTION: Column<UninvoicedShipmentDto> = {
  header: 'Action',
  cell: (shipment) => <IssueInvoice {...shipment} />,
};

function IssueInvoice({ order_number, shipment_id }: UninvoicedShipmentDto) {
  return (
    <ConfirmButton
      label="Issue invoice"
      aria-label={`Issue invoice of ${order_number}`}
      title={`Issue the invoice of ${order_number}?`}
      busy="Issuing…"
      send={() => invoiceShipmentMutation().mutationFn({ path: { order_number, shipment_id } })}
    >
      <p>It gets the next number and the date of today. An invoice never changes.</p>
    </ConfirmButton>
  );
}

/** Renders the shipments that went without an invoice, with what was missing. */
export function UninvoicedTab({ cursor }: { cursor: string | undefined }) {
  const mayIssue = useMay('orders:ship');
  const query = usePages(listUninvoicedShipmentsOptions({ query: { cursor } }));
  return (
    <PagedList
      query={query}
      cursor={cursor}
      what="Shipments without an invoice"
      columns={mayIssue ? [...COLUMNS, ACTION] : COLUMNS}
      rowKey={({ shipment_id }) => shipment_id}
      empty="Every shipment since the tax profile began has its invoice."
    />
  );
}
