import { Body, Get, Param, Post } from '@nestjs/common';
import { ApiBody } from '@nestjs/swagger';
import { CurrentClientId } from '../../../identity/signed-in-user.js';
import {
  MONEY_BODY_ERRORS,
  Idempotent,
} from '../../../platform/idempotency/idempotent.decorator.js';
import { CheckoutsService } from '../../../money/gateway/checkouts/checkouts.service.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { AppError, invalidField } from '../../../platform/http/errors.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PathKeyPipe } from '../../../platform/http/input/path-key.pipe.js';
import { toMinorUnits } from '../../../platform/money.js';
import { Responds } from '../dashboard-docs.js';
import { CheckoutDto, OpenCheckoutDto } from './checkouts.dto.js';

const checkoutId = new PathKeyPipe('checkout_not_found');

/** Payments of the signed-in person's company through the gateway. */
@UserController('dashboard/api/checkouts', 'Wallet')
export class CheckoutsController {
  constructor(private readonly checkouts: CheckoutsService) {}

  @Post()
  // No password: the payment is made at the gateway.
  @Access('own-wallet:pay')
  @Idempotent('several transactions')
  @Operation(
    'Pay orders, or fill the wallet, through the payment gateway',
    'Either `order_numbers` or `amount`. The page at `pay_url` opens the checkout. An order has one open checkout: the ' +
      'same orders again continue it.',
  )
  @Responds(201, CheckoutDto, 'gateway_off', 'gateway_unavailable', ...MONEY_BODY_ERRORS)
  openCheckout(
    @CurrentClientId() clientId: number,
    @Body() { order_numbers: orderNumbers, amount }: OpenCheckoutDto,
  ) {
    // null counts as absent, too.
    if (orderNumbers) return this.checkouts.open(clientId, { orderNumbers });
    if (!amount) throw nothingToPay();
    return this.checkouts.open(clientId, { amountMinor: toMinorUnits(amount) });
  }

  @Get(':id')
  @Access('own-wallet:read')
  @Operation('Show a checkout')
  @Responds(200, CheckoutDto, 'checkout_not_found', 'gateway_off')
  getCheckout(@CurrentClientId() clientId: number, @Param('id', checkoutId) id: string) {
    return this.checkouts.get(clientId, id);
  }

  @Post(':id/return')
  // No password: asks the gateway what was paid.
  @Access('own-wallet:pay')
  @Operation(
    'Report that the checkout ended with a payment',
    'Credits nothing: it only triggers a check with the gateway, and `state` is `confirming` until it answers.',
  )
  @ApiBody({
    schema: {
      type: 'object',
      description: 'The fields of the checkout, under the names of the gateway',
      additionalProperties: { type: 'string' },
    },
  })
  @Responds(200, CheckoutDto, 'checkout_not_found', 'gateway_off', ...BODY_ERRORS)
  returnFromCheckout(
    @CurrentClientId() clientId: number,
    @Param('id', checkoutId) id: string,
    @Body() fields: object,
  ) {
    return this.checkouts.recordReturn(clientId, id, fields);
  }
}

function nothingToPay(): AppError {
  const message = 'order_numbers or amount is required';
  return invalidField('order_numbers', 'required', message);
}
