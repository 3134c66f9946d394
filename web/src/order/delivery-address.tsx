import classes from './delivery-address.module.css';

interface Recipient {
  customer: { name: string; phone: string; email: string | null };
  shipping: { address: string; city: string; state: string; pincode: string; country: string };
}

/** Renders the recipient and the address of an order. */
export function DeliveryAddress({ customer, shipping }: Recipient) {
  return (
    <address className={classes.address}>
      <strong>{customer.name}</strong>
      {`\n${shipping.address}\n${shipping.city}, ${shipping.state} ${shipping.pincode}\n${shipping.country}\n`}
      <a href={`tel:${customer.phone.replace(/[^\d+]/g, '')}`}>{customer.phone}</a>
      {customer.email !== null && `\n${customer.email}`}
    </address>
  );
}
