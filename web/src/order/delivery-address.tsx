import type { ClientOrderRecordDto } from '../api/generated/dashboard-types';
import { isIn, type OrderStatus } from '../../../src/orders/lifecycle/order-lifecycle.ts';
import { Notice } from '../shared/layout/notice';
import classes from './delivery-address.module.css';

interface Recipient {
  status: OrderStatus;
  address_warning: ClientOrderRecordDto['address_warning'];
  customer: { name: string; phone: string; email: string | null };
  shipping: { address: string; city: string; state: string; pincode: string; country: string };
}

type Warning = NonNullable<Recipient['address_warning']>;

const WARNINGS = {
  state_unknown: ({ state }) =>
    `“${state}” is not a state of India. Check the address before it is packed.`,
  pincode_of_other_state: ({ state, pincode }) =>
    `PIN code ${pincode} is not in ${state}. Check the address before it is packed.`,
} satisfies Record<Warning, (shipping: Place) => string>;

type Place = Pick<Recipient['shipping'], 'state' | 'pincode'>;

/** Writes what should be checked about an address. */
export function addressWarningText(warning: Warning, place: Place): string {
  return WARNINGS[warning](place);
}

/** Renders the recipient and the address of an order. */
export function DeliveryAddress({
  status,
  address_warning: warning,
  customer,
  shipping,
}: Recipient) {
  return (
    <>
      {warning !== null && isIn('correctable', status) && (
        <Notice tone="waiting">{addressWarningText(warning, shipping)}</Notice>
      )}
      <address className={classes.address}>
        <strong>{customer.name}</strong>
        {`\n${shipping.address}\n${shipping.city}, ${shipping.state} ${shipping.pincode}\n${shipping.country}\n`}
        <a href={`tel:${customer.phone.replace(/[^\d+]/g, '')}`}>{customer.phone}</a>
        {customer.email !== null && `\n${customer.email}`}
      </address>
    </>
  );
}
