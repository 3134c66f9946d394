import {
  responseDto,
  flag,
  integer,
  money,
  part,
  parts,
  text,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import {
  CHECKOUT_STATES,
  type Checkout,
} from '../../../money/gateway/checkouts/checkouts.service.js';
import { GATEWAY_KINDS } from '../../../money/gateway/gateways.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Amount, type Rule } from '../../../platform/http/input/fields.js';
import { toMajorUnits } from '../../../platform/money.js';
import { OrderNumbers } from '../../../orders/order-numbers.field.js';

/** A checkout is for orders or for an amount, not for both. */
const ONE_OF_TWO: Rule = {
  code: 'ambiguous',
  message: 'must be left out if order_numbers is given',
  passes: (_, dto) => !(dto as OpenCheckoutDto).order_numbers,
};

export class OpenCheckoutDto {
  @OrderNumbers({
    optional: true,
    isUnique: true,
    description: 'Orders to pay; the amount is the sum of their totals',
  })
  order_numbers?: string[];

  @Amount({
    min: 1,
    max: toMajorUnits(LIMITS.amountMinor),
    optional: true,
    rules: [ONE_OF_TWO],
    api: { example: 5000, description: 'Instead of orders: what to add to the wallet' },
  })
  amount?: number;
}

class CheckoutOrderDto extends responseDto<Checkout['orders'][number]>()({
  order_number: text(),
  total: money(),
  status: text(),
  paid: flag('Whether it is paid, by this or by other money'),
}) {}

class CheckoutGatewayDto extends responseDto<Checkout>()({
  kind: [word(GATEWAY_KINDS), ({ gateway }) => gateway.kind],
  key_id: [text('The public key of the checkout'), ({ gateway }) => gateway.keyId],
  order_id: [text("The gateway's order"), ({ intent }) => intent.gatewayOrderId ?? ''],
  script_url: [text('The script that opens the checkout'), ({ gateway }) => gateway.scriptUrl],
  amount_minor: [
    integer('In minor units, as the checkout takes it'),
    ({ intent }) => intent.amountMinor,
  ],
}) {}

export class CheckoutDto extends responseDto<Checkout>()({
  id: [text({ example: 'pi_0f1e2d3c4b5a69788796a5b4' }), ({ intent }) => intent.receipt],
  state: word(CHECKOUT_STATES),
  received: money('The sum of all money that arrived: usually nothing or `amount`'),
  paid_orders: [flag('Whether its money paid any of its orders'), 'hasPaidOrders'],
  amount: [money(), ({ intent }) => intent.amountMinor],
  currency: [text(), ({ intent }) => intent.currency],
  orders: parts(CheckoutOrderDto, 'Empty: it fills the wallet'),
  pay_url: [
    text('The page that opens the checkout'),
    ({ intent }) => `/dashboard/pay/${intent.receipt}`,
  ],
  gateway: [part(CheckoutGatewayDto), (checkout) => checkout],
}) {}
