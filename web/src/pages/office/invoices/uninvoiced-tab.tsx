import {
  invoiceShipmentMutation,
  listUninvoicedShipmentsOptions,
} from '../../../api/generated/admin';
import type { UninvoicedShipmentDto } from '../../../api/generated/admin-types';
import { lacksClientState } from '../../../api/problem';
import { ConfirmButton } from '../../../shared/forms/confirm-button';
import { column } from '../../../shared/lists/columns';
import { listTab } from '../../../shared/lists/list-view';
import { TaxDataLink } from '../../../shared/tax/tax-data-link';
import { linkTo } from '../office-columns';

/** Renders the shipments that went without an invoice, with what was missing. */
export const UninvoicedTab = listTab<UninvoicedShipmentDto>({
  list: listUninvoicedShipmentsOptions,
  what: 'Shipments without an invoice',
  columns: [
    linkTo.order('Order', 'order_number'),
    linkTo.client('Client', 'client_id'),
    column.time('Shipped', 'shipped_at'),
    column.wide('Was missing', ({ problems, client_id, order_number }) => (
      <>
        {`${problems.map(({ message }) => message).join('. ')}. `}
        {problems.some(lacksClientState) && (
          <TaxDataLink clientId={client_id} order={order_number} />
        )}
      </>
    )),
    {
      header: 'Action',
      permission: 'orders:ship',
      cell: (shipment) => <IssueInvoice {...shipment} />,
    },
  ],
  rowKey: ({ shipment_id }) => shipment_id,
  empty: 'Every shipment since the tax profile began has its invoice.',
});

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
