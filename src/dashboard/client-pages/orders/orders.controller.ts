import { Body, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { DeliveryFailuresService } from '../../../couriers/failures/delivery-failures.service.js';
import {
  AnswerFailureDto,
  NOT_ANSWERABLE,
  NotAnswerableDto,
  toAnswer,
} from '../../../couriers/failures/delivery-failures.dto.js';
import { OWN_ORDER_COLUMNS } from '../../../fulfillment/orders/order-record.js';
import { OrderCorrectionsService } from '../../../orders/lifecycle/order-corrections.service.js';
import { OrderReturnsService } from '../../../fulfillment/returns/order-returns.service.js';
import { OrderPaymentsService } from '../../../money/order-payments/order-payments.service.js';
import { WALLET } from '../../../money/payment-methods.js';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import {
  MONEY_BODY_ERRORS,
  Idempotent,
} from '../../../platform/idempotency/idempotent.decorator.js';
import { CurrentClientId } from '../../../identity/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { ApiErrorsAs } from '../../../platform/http/openapi/api-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PathIdPipe, PathKeyPipe } from '../../../platform/http/input/path-key.pipe.js';
import { toSortedPageRequest } from '../../../platform/http/paging/sorted-page.js';
import { Responds, ApiDashboardTable, RespondsList, RespondsPage } from '../dashboard-docs.js';
import { ClientOrdersService } from './client-orders.service.js';
import {
  CancelOrderDto,
  ClientOrderDto,
  ClientOrderRecordDto,
  ClientOrdersFileQuery,
  ClientOrdersQuery,
  CorrectOwnAddressDto,
  PayOrdersDto,
  PayOutcomeDto,
  RequestOwnReturnDto,
  SetOwnReturnTrackingDto,
  toDeliveryCorrection,
  toNewReturn,
  toOrderFilter,
  toReturnTracking,
} from './orders.dto.js';
import { sendTable } from '../../../platform/table-export/table-file.js';

const orderNumber = new PathKeyPipe('order_not_found');
const shipmentId = new PathIdPipe('failure_not_found');
const returnId = new PathIdPipe('return_not_found');

/** The orders of the signed-in person's company. */
@UserController('dashboard/api/orders', 'Orders')
export class ClientOrdersController {
  constructor(
    private readonly orders: ClientOrdersService,
    private readonly payments: OrderPaymentsService,
    private readonly corrections: OrderCorrectionsService,
    private readonly returns: OrderReturnsService,
    private readonly failures: DeliveryFailuresService,
  ) {}

  @Get()
  @Access('own-orders:read')
  @Operation('Orders of your company, newest first unless sorted otherwise')
  @RespondsPage(ClientOrderDto)
  listOwnOrders(@CurrentClientId() clientId: number, @Query() query: ClientOrdersQuery) {
    const page = toSortedPageRequest(query, '-created_at');
    return this.orders.list(clientId, toOrderFilter(query), page);
  }

  @Get('export')
  @Access('own-orders:read')
  @Operation('The same orders as a file')
  @ApiDashboardTable('validation_failed')
  async exportOwnOrders(
    @CurrentClientId() clientId: number,
    @Query() query: ClientOrdersFileQuery,
    @Res() response: Response,
  ): Promise<void> {
    const pages = this.orders.everyPage(clientId, toOrderFilter(query));
    const file = { name: 'orders', format: query.format };
    await sendTable(response, file, { columns: OWN_ORDER_COLUMNS, pages });
  }

  @Post('pay')
  // No password: pays the company's own orders, at their totals.
  @Access('own-wallet:pay')
  @Idempotent()
  @Operation(
    'Pay orders from the wallet, or on account',
    'The order that expires first is paid first. Orders that the wallet does not cover stay unpaid; on account, the ' +
      'credit limit helps to cover them. The outcomes are in the order of the request. Safe to repeat.',
  )
  @RespondsList(PayOutcomeDto, ...MONEY_BODY_ERRORS)
  payOwnOrders(
    @CurrentClientId() clientId: number,
    @Body() { order_numbers: numbers, method }: PayOrdersDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    const ways = { method: method ?? WALLET, key };
    return this.payments.payAllFromWallet(clientId, numbers, ways);
  }

  @Get(':order_number')
  @Access('own-orders:read')
  @Operation('All of an order')
  @Responds(200, ClientOrderRecordDto, 'order_not_found')
  getOwnOrder(
    @CurrentClientId() clientId: number,
    @Param('order_number', orderNumber) number: string,
  ) {
    return this.orders.get(clientId, number);
  }

  @Post(':order_number/cancel')
  // No password: what was paid returns to the company's own wallet.
  @Access('own-orders:write')
  @Idempotent()
  @Operation('Cancel an order before anything of it is shipped; the paid amount goes to the wallet')
  @Responds(
    200,
    ClientOrderRecordDto,
    'order_not_found',
    'transition_refused',
    ...MONEY_BODY_ERRORS,
  )
  async cancelOwnOrder(
    @CurrentClientId() clientId: number,
    @Param('order_number', orderNumber) number: string,
    @Body() { reason }: CancelOrderDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    await this.orders.cancel(clientId, number, reason ?? null, key);
    return this.orders.get(clientId, number, key);
  }

  @Post(':order_number/returns')
  @Access('own-orders:write')
  @Operation(
    'Request the return of units of an order that was shipped',
    'An order has at most one return that was neither declined nor withdrawn.',
  )
  @Responds(
    201,
    ClientOrderRecordDto,
    'order_not_found',
    'duplicate_return',
    'not_returnable',
    ...BODY_ERRORS,
  )
  async requestOwnReturn(
    @CurrentClientId() clientId: number,
    @Param('order_number', orderNumber) number: string,
    @Body() body: RequestOwnReturnDto,
  ) {
    await this.returns.request(clientId, number, toNewReturn(body), null);
    return this.getOwnOrder(clientId, number);
  }

  @Post(':order_number/returns/:return_id/withdraw')
  @Access('own-orders:write')
  @Operation('Withdraw a return that was not decided yet', 'Safe to repeat.')
  @Responds(
    200,
    ClientOrderRecordDto,
    'order_not_found',
    'return_not_found',
    'not_withdrawable',
    ...BODY_ERRORS,
  )
  async withdrawOwnReturn(
    @CurrentClientId() clientId: number,
    @Param('order_number', orderNumber) number: string,
    @Param('return_id', returnId) id: number,
  ) {
    await this.returns.withdraw(clientId, number, id);
    return this.getOwnOrder(clientId, number);
  }

  @Patch(':order_number/returns/:return_id')
  @Access('own-orders:write')
  @Operation('Say how you sent the units of an awaited return', 'Safe to repeat.')
  @Responds(
    200,
    ClientOrderRecordDto,
    'order_not_found',
    'return_not_found',
    'not_awaited',
    ...BODY_ERRORS,
  )
  async setOwnReturnTracking(
    @CurrentClientId() clientId: number,
    @Param('order_number', orderNumber) number: string,
    @Param('return_id', returnId) id: number,
    @Body() body: SetOwnReturnTrackingDto,
  ) {
    await this.returns.setTracking(clientId, number, id, toReturnTracking(body));
    return this.getOwnOrder(clientId, number);
  }

  @Post(':order_number/shipments/:shipment_id/answer')
  @Access('own-orders:write')
  @Operation(
    'Answer a delivery that failed',
    'The answer is sent when the courier takes answers. Until then another one replaces it, also that of a store or an operator. ' +
      'City and PIN code of the address cannot change. 409 `not_answerable` names the answers that the courier takes.',
  )
  @Responds(200, ClientOrderRecordDto, 'order_not_found', 'failure_not_found', ...BODY_ERRORS)
  @ApiErrorsAs(NotAnswerableDto, NOT_ANSWERABLE)
  async answerOwnFailure(
    @CurrentClientId() clientId: number,
    @Param('order_number', orderNumber) number: string,
    @Param('shipment_id', shipmentId) id: number,
    @Body() body: AnswerFailureDto,
  ) {
    const own = { clientId, orderNumber: number, shipmentId: id };
    await this.failures.answerOwn(own, toAnswer(body));
    return this.getOwnOrder(clientId, number);
  }

  @Patch(':order_number/shipping')
  @Access('own-orders:write')
  @Operation(
    'Correct the address of an order, and the name and phone on its label, before anything of it is shipped',
    'What is left out stays.',
  )
  @Responds(
    200,
    ClientOrderRecordDto,
    'order_not_found',
    'not_correctable',
    'charge_changed',
    'not_serviceable',
    ...BODY_ERRORS,
  )
  async correctOwnOrderAddress(
    @CurrentClientId() clientId: number,
    @Param('order_number', orderNumber) number: string,
    @Body() body: CorrectOwnAddressDto,
  ) {
    await this.corrections.correct(number, toDeliveryCorrection(body), {
      clientId,
      pincodeField: 'pincode',
    });
    return this.getOwnOrder(clientId, number);
  }
}
