import { ApiProperty } from '@nestjs/swagger';
import {
  CHECKOUT_STATES,
  type Checkout,
} from '../../../money/gateway/checkouts/checkouts.service.js';
import { GATEWAY_KINDS, type GatewayKind } from '../../../platform/config/gateway-kinds.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Amount, type Rule } from '../../../platform/http/input/fields.js';
import { toMajorUnits } from '../../../platform/money.js';
import { OrderNumbers } from '../orders/order-numbers.field.js';

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

class CheckoutOrderDto {
  @ApiProperty()
  order_number: string;

  @ApiProperty()
  total: number;

  @ApiProperty()
  status: string;

  @ApiProperty({ description: 'Whether it is paid, by this or by other money' })
  paid: boolean;
}

class CheckoutGatewayDto {
  @ApiProperty({ enum: GATEWAY_KINDS })
  kind: GatewayKind;

  @ApiProperty({ description: 'The public key of the checkout' })
  key_id: string;

  @ApiProperty({ description: "The gateway's order" })
  order_id: string;

  @ApiProperty({ description: 'The script that opens the checkout' })
  script_url: string;

  @ApiProperty({ type: 'integer', description: 'In minor units, as the checkout takes it' })
  amount_minor: number;
}

export class CheckoutDto {
  @ApiProperty({ example: 'pi_0f1e2d3c4b5a69788796a5b4' })
  id: string;

  @ApiProperty({
    enum: CHECKOUT_STATES,
    description:
      'open: nothing was paid. confirming: the gateway has not confirmed the payment yet. failed: it can be tried again. ' +
      'paid: the money arrived; what orders did not need is in the wallet. ended: an order of it is paid, canceled, ' +
      'archived or expired for too long; money that still arrives goes to the wallet',
  })
  state: string;

  @ApiProperty({ description: 'What arrived, in all: usually nothing or `amount`' })
  received: number;

  @ApiProperty({ description: 'Whether its money paid any of its orders' })
  paid_orders: boolean;

  @ApiProperty()
  amount: number;

  @ApiProperty()
  currency: string;

  @ApiProperty({ type: [CheckoutOrderDto], description: 'Empty: it fills the wallet' })
  orders: CheckoutOrderDto[];

  @ApiProperty({ description: 'The page that opens the checkout' })
  pay_url: string;

  @ApiProperty()
  gateway: CheckoutGatewayDto;
}

export function toCheckout({
  intent,
  state,
  receivedMinor,
  hasPaidOrders,
  orders,
  gateway,
}: Checkout): CheckoutDto {
  return {
    id: intent.receipt,
    state,
    received: toMajorUnits(receivedMinor),
    paid_orders: hasPaidOrders,
    amount: toMajorUnits(intent.amountMinor),
    currency: intent.currency,
    orders: orders.map(({ orderNumber, totalMinor, status, isPaid }) => ({
      order_number: orderNumber,
      total: toMajorUnits(totalMinor),
      status,
      paid: isPaid,
    })),
    pay_url: `/dashboard/pay/${intent.receipt}`,
    gateway: {
      kind: gateway.kind,
      key_id: gateway.keyId,
      order_id: intent.gatewayOrderId ?? '',
      script_url: gateway.scriptUrl,
      amount_minor: intent.amountMinor,
    },
  };
}
