import { timingSafeEqual } from 'node:crypto';
import { Controller, Get, Param, Post, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../platform/http/audience.js';
import { IgnoresUnknownFields } from '../../platform/http/input/unknown-fields.js';
import { SANDBOX_KEYS } from '../gateway/gateway-endpoint.js';
import type { SandboxOrder } from './sandbox.repository.js';
import { SandboxService, toPaymentEntity } from './sandbox.service.js';

const AMOUNT_MAX = Number.MAX_SAFE_INTEGER;

type Body = Record<string, unknown>;

/** The sandbox's side of Razorpay's protocol, as far as this service speaks it. */
@Public()
@ApiExcludeController()
@IgnoresUnknownFields()
@Controller('sandbox/v1')
export class SandboxApiController {
  constructor(private readonly sandbox: SandboxService) {}

  @Post('orders')
  async createOrder(@Req() request: Request, @Res() response: Response): Promise<void> {
    if (!isAuthorized(request, response)) return;
    const { amount, currency, receipt } = request.body as Body;
    const isOrder = isAmount(amount) && isText(currency, 3) && isText(receipt, 40);
    if (!isOrder) return refuse(response, 'amount, currency and receipt are required');
    const order = await this.sandbox.createOrder({ amountMinor: amount, currency, receipt });
    response.json(toOrderEntity(order));
  }

  @Get('orders')
  async listOrders(
    @Query('receipt') receipt: unknown,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!isAuthorized(request, response)) return;
    const orders = isText(receipt, 40) ? await this.sandbox.listOrders(receipt) : [];
    response.json(toCollection(orders.map(toOrderEntity)));
  }

  @Get('orders/:id/payments')
  async listPayments(
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!isAuthorized(request, response)) return;
    const payments = await this.sandbox.listPayments(id);
    response.json(toCollection(payments.map(toPaymentEntity)));
  }

  @Get('payments/:id')
  async getPayment(
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!isAuthorized(request, response)) return;
    const payment = await this.sandbox.findPayment(id);
    if (payment === null) return refuse(response, 'The id provided does not exist');
    response.json(toPaymentEntity(payment));
  }

  @Post('payments/:id/capture')
  async capture(
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!isAuthorized(request, response)) return;
    const payment = await this.sandbox.findPayment(id);
    const { amount } = request.body as Body;
    if (payment?.amountMinor !== amount) return refuse(response, 'The amount is not the payment’s');
    if (payment?.status !== 'authorized' || !(await this.sandbox.capture(id))) {
      return refuse(response, 'This payment has already been captured');
    }
    response.json(toPaymentEntity({ ...payment, status: 'captured' }));
  }

  @Post('payments/:id/refund')
  async refund(
    @Param('id') id: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    if (!isAuthorized(request, response)) return;
    const { amount } = request.body as Body;
    const key = request.headers['x-refund-idempotency'];
    const isRefund = isAmount(amount) && isText(key, 64) && key.length >= 10;
    if (!isRefund) return refuse(response, 'amount and X-Refund-Idempotency are required');
    const refundId = await this.sandbox.refund(id, amount, key);
    if (refundId === null) {
      return refuse(response, 'The refund amount is greater than what is left of the payment');
    }
    response.json({ id: refundId, entity: 'refund', amount, payment_id: id, status: 'processed' });
  }
}

function isAuthorized({ headers }: Request, response: Response): boolean {
  const { keyId, keySecret } = SANDBOX_KEYS;
  const expected = Buffer.from(`Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`);
  const received = Buffer.from(headers.authorization ?? '');
  const isEqual = received.length === expected.length && timingSafeEqual(received, expected);
  if (!isEqual) response.status(401).json(toError('Authentication failed'));
  return isEqual;
}

function refuse(response: Response, description: string): void {
  response.status(400).json(toError(description));
}

function toError(description: string): object {
  return { error: { code: 'BAD_REQUEST_ERROR', description } };
}

function toCollection(items: object[]): object {
  return { entity: 'collection', count: items.length, items };
}

function toOrderEntity({ id, receipt, amountMinor, currency, createdAt }: SandboxOrder): object {
  return {
    ...{ id, entity: 'order', amount: amountMinor, currency, receipt, status: 'created' },
    created_at: Math.floor(createdAt.getTime() / 1_000),
  };
}

function isAmount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 100 && Number(value) <= AMOUNT_MAX;
}

/** Printable ASCII, as the ids of the protocol are. */
function isText(value: unknown, max: number): value is string {
  return typeof value === 'string' && value.length <= max && /^[\x21-\x7e]+$/.test(value);
}
