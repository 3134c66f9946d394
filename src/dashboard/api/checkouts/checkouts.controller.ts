import { Body, Controller, Get, HttpCode, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { CurrentClientId } from '../../../accounts/signed-in-user.js';
import { CheckoutsService } from '../../../payments/gateway/checkouts/checkouts.service.js';
import type { ReturnFields } from '../../../payments/gateway/payment-gateway.js';
import { ForUsers } from '../../../platform/http/audience.js';
import { AppError } from '../../../platform/http/errors.js';
import {
  adminAnswer,
  BODY_ERRORS,
  type AdminAnswer,
} from '../../../platform/http/openapi/admin-docs.js';
import { PathKeyPipe } from '../../../platform/http/input/path-key.pipe.js';
import { toMinorUnits } from '../../../platform/money.js';
import { ApiDashboard } from '../dashboard-docs.js';
import { CheckoutDto, OpenCheckoutDto, toCheckout } from './checkouts.dto.js';
import { ApiReturnFields, ReturnFieldsPipe } from './return-fields.pipe.js';

const returnFields = new ReturnFieldsPipe();
const checkoutId = new PathKeyPipe('checkout_not_found');

/** Payments of the signed-in person's company through the gateway. */
@ForUsers()
@ApiTags('Wallet')
@Controller('dashboard/api/checkouts')
export class CheckoutsController {
  constructor(private readonly checkouts: CheckoutsService) {}

  @Post()
  @ApiOperation({
    operationId: 'openCheckout',
    summary: 'Pay orders, or fill the wallet, through the payment gateway',
    description:
      'Either `order_numbers` or `amount`. The page at `pay_url` opens the checkout. An order has one open checkout: the ' +
      'same orders again continue it.',
  })
  @ApiDashboard(201, CheckoutDto, 'gateway_off', 'gateway_unavailable', ...BODY_ERRORS)
  async open(
    @CurrentClientId() clientId: number,
    @Body() { order_numbers: orderNumbers, amount }: OpenCheckoutDto,
  ): Promise<AdminAnswer<CheckoutDto>> {
    if (orderNumbers !== undefined) {
      return adminAnswer(toCheckout(await this.checkouts.open(clientId, { orderNumbers })));
    }
    if (amount === undefined) throw nothingToPay();
    const wanted = { amountMinor: toMinorUnits(amount) };
    return adminAnswer(toCheckout(await this.checkouts.open(clientId, wanted)));
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getCheckout', summary: 'Show a checkout' })
  @ApiDashboard(200, CheckoutDto, 'checkout_not_found', 'gateway_off')
  async get(
    @CurrentClientId() clientId: number,
    @Param('id', checkoutId) id: string,
  ): Promise<AdminAnswer<CheckoutDto>> {
    return adminAnswer(toCheckout(await this.checkouts.get(clientId, id)));
  }

  @Post(':id/return')
  @HttpCode(200)
  @ApiOperation({
    operationId: 'returnFromCheckout',
    summary: 'Report that the checkout ended with a payment',
    description:
      'Credits nothing: it only triggers a check with the gateway, and `state` is `confirming` until it answers.',
  })
  @ApiReturnFields()
  @ApiDashboard(200, CheckoutDto, 'checkout_not_found', 'gateway_off', ...BODY_ERRORS)
  async recordReturn(
    @CurrentClientId() clientId: number,
    @Param('id', checkoutId) id: string,
    @Body(returnFields) fields: ReturnFields,
  ): Promise<AdminAnswer<CheckoutDto>> {
    return adminAnswer(toCheckout(await this.checkouts.recordReturn(clientId, id, fields)));
  }
}

function nothingToPay(): AppError {
  const message = 'order_numbers or amount is required';
  return new AppError('validation_failed', {
    fields: [{ field: 'order_numbers', code: 'required', message }],
  });
}
