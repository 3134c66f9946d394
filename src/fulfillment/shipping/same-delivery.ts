/** Who receives an order, and where. */
interface Delivery {
  customer: { name: string; phone: string };
  shipping: { address: string; city: string; pincode: string };
}

/**
 * Returns true if two orders go to different people or addresses, so that they are in two boxes. Of an order whose personal data
 * was removed, it is not known.
 */
export function isOtherDelivery(one: Delivery, other: Delivery): boolean {
  const isKnown = [one, other].every(({ shipping }) => shipping.address !== '');
  return isKnown && keyOf(one) !== keyOf(other);
}

function keyOf({ customer, shipping }: Delivery): string {
  const { name, phone } = customer;
  const { address, city, pincode } = shipping;
  const texts = [name, subscriberOf(phone), address, city, pincode];
  return JSON.stringify(texts.map((text) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()));
}

/** The digits of an Indian number without the country's code or the 0 before it. */
const SUBSCRIBER_DIGITS = 10;

function subscriberOf(phone: string): string {
  return phone.replaceAll(/\D/g, '').slice(-SUBSCRIBER_DIGITS);
}
