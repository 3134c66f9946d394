import type { Order } from '../../../orders/order.entity.js';
import { isPincode, normalizePincode } from '../../../orders/placing/request/address.js';
import { mobileDigits } from '../../../orders/placing/request/phone.js';
import { isIndia } from '../../../platform/country.js';
import type { FieldError } from '../../../platform/http/errors.js';
import { fitConsignee } from '../../addresses/lines.js';
import type { Consignee, CourierRules } from '../../courier-gateway.js';

/** The recipient of an order. */
type Recipient = Pick<
  Order,
  | 'customerName'
  | 'customerPhone'
  | 'shippingAddress'
  | 'shippingCity'
  | 'shippingState'
  | 'shippingPincode'
  | 'shippingCountry'
  | 'anonymizedAt'
>;

/** A recipient as a courier takes it, or everything that is missing. */
export type ConsigneeOrProblems =
  | { consignee: Consignee; problems: readonly [] }
  | { consignee: null; problems: readonly FieldError[] };

/** Units whose weight is known; null: it is not. */
export interface WeighedLine {
  sku: string;
  quantity: number;
  unitGrams: number | null;
}

/** Writes the recipient of an order as a courier takes it. Nothing is cut, and every problem is named before any call. */
export function consigneeFor(
  order: Recipient,
  rules: Pick<CourierRules, 'nameMax' | 'address'>,
): ConsigneeOrProblems {
  if (order.anonymizedAt !== null) {
    const message = "the customer's data was removed";
    return refused([{ field: 'customer', code: 'customer_removed', message }]);
  }
  if (!isIndia(order.shippingCountry)) {
    const message = 'couriers are booked for addresses in India only';
    return refused([{ field: 'shipping.country', code: 'not_served', message }]);
  }
  const phone = mobileDigits(order.customerPhone);
  const { customerName: name, shippingAddress: address } = order;
  const fitted = fitConsignee({ name, address }, rules);
  const { shippingCity: city, shippingState: state, shippingPincode } = order;
  const problems: (FieldError | null)[] = [
    problemIf(phone === null, 'customer.phone', 'phone_invalid', PHONE_FORM),
    problemIf(fitted === null, 'shipping.address', 'address_too_long', addressForm(rules)),
    problemIf(fitted?.lines.length === 0, 'shipping.address', 'required', 'is missing'),
    problemIf(city.trim() === '', 'shipping.city', 'required', 'is missing'),
    problemIf(state.trim() === '', 'shipping.state', 'required', 'is missing'),
    problemIf(
      !isPincode(shippingPincode, order.shippingCountry),
      'shipping.pincode',
      'invalid_pincode',
      'must have six digits, the first not 0',
    ),
  ];
  const found = problems.filter((problem) => problem !== null);
  if (phone === null || fitted === null || found.length > 0) return refused(found);
  const pincode = normalizePincode(shippingPincode, order.shippingCountry);
  return { consignee: { ...fitted, phone, city, state, pincode }, problems: [] };
}

/** Names the products without a weight, which must not be guessed: couriers bill the difference. */
export function weightProblems(lines: readonly WeighedLine[]): FieldError[] {
  const skus = [
    ...new Set(lines.filter(({ unitGrams }) => unitGrams === null).map(({ sku }) => sku)),
  ];
  if (skus.length === 0) return [];
  const message = `these products have no weight: ${skus.join(', ')}. Give them one, or send the weight of the box`;
  return [{ field: 'weight_grams', code: 'weight_missing', message, skus }];
}

const PHONE_FORM = 'must be a mobile number of India: ten digits, the first 6 to 9';

function addressForm({ address: { lines, lineMax } }: Pick<CourierRules, 'address'>): string {
  const size = lines === 1 ? `${lineMax} characters` : `${lines} lines of ${lineMax} characters`;
  return `must fit ${size}, with a name that the courier's form is too short for`;
}

function problemIf(
  isProblem: boolean,
  field: string,
  code: string,
  message: string,
): FieldError | null {
  return isProblem ? { field, code, message: `${field} ${message}` } : null;
}

function refused(problems: readonly FieldError[]): ConsigneeOrProblems {
  return { consignee: null, problems };
}
