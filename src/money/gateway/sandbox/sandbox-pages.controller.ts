import { Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { Public } from '../../../platform/http/audience.js';
import { readBody, StreamedBody } from '../../../platform/http/input/body.guard.js';
import { AppError } from '../../../platform/http/errors.js';
import { IgnoresUnknownFields } from '../../../platform/http/input/unknown-fields.js';
import { PERMISSIONS_POLICY } from '../../../platform/http/security-headers.js';
import type { GatewayOrder } from '../payment-gateway.js';
import { SandboxAccountService, type PaymentHistory } from './sandbox-account.service.js';
import { attemptPage, payPage, SANDBOX_FILES } from './sandbox-pages.js';
import { paymentPage, playPayment } from './sandbox-payment-page.js';
import {
  METHODS,
  SandboxService,
  SCENARIOS,
  type Method,
  type Scenario,
} from './sandbox.service.js';

const CONTENT_SECURITY_POLICY = [
  ...["default-src 'none'", "script-src 'self'", "style-src 'self'", "form-action 'self'"],
  ...["base-uri 'none'", "frame-ancestors 'self'"],
].join('; ');

/** The sandbox's own pages: the pay page, and the page that plays refunds, disputes and settlements. */
@Public()
@ApiExcludeController()
@IgnoresUnknownFields()
@Controller('sandbox')
export class SandboxPagesController {
  constructor(
    private readonly sandbox: SandboxService,
    private readonly account: SandboxAccountService,
  ) {}

  @Get('pay/:order_id')
  async show(@Param('order_id') orderId: string, @Res() response: Response): Promise<void> {
    sendPage(response, payPage(await this.order(orderId)));
  }

  @Post('pay/:order_id')
  @HttpCode(200)
  @StreamedBody()
  async pay(
    @Param('order_id') orderId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const order = await this.order(orderId);
    const form = new URLSearchParams((await readBody(request)).toString('utf8'));
    const [method, scenario] = [form.get('method'), form.get('scenario')];
    if (!isKeyOf(METHODS, method) || !isKeyOf(SCENARIOS, scenario)) {
      sendPage(response, payPage(order));
      return;
    }
    const attempt = await this.sandbox.pay(order, method as Method, scenario as Scenario);
    sendPage(response, attemptPage(order, attempt));
  }

  @Get('payments/:payment_id')
  async showPayment(
    @Param('payment_id') paymentId: string,
    @Res() response: Response,
  ): Promise<void> {
    sendPage(response, paymentPage(await this.payment(paymentId)));
  }

  @Post('payments/:payment_id')
  @HttpCode(200)
  @StreamedBody()
  async playPayment(
    @Param('payment_id') paymentId: string,
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    const form = new URLSearchParams((await readBody(request)).toString('utf8'));
    await playPayment(this.account, await this.payment(paymentId), form);
    // A redirect, so that reloading the page does not repeat the action.
    response.redirect(303, `/sandbox/payments/${paymentId}`);
  }

  @Get(':file')
  file(@Param('file') name: string, @Res() response: Response): void {
    const file = Object.hasOwn(SANDBOX_FILES, name) ? SANDBOX_FILES[name] : undefined;
    if (file === undefined) throw new AppError('route_not_found');
    response.setHeader('Cache-Control', 'no-cache');
    response.type(file.type).send(file.text);
  }

  private async payment(id: string): Promise<PaymentHistory> {
    const found = /^pay_[0-9a-f]{20}$/.test(id) ? await this.account.findPayment(id) : null;
    if (found === null) throw new AppError('checkout_not_found');
    return found;
  }

  private async order(id: string): Promise<GatewayOrder> {
    const order = /^order_[0-9a-f]{20}$/.test(id) ? await this.sandbox.findOrder(id) : null;
    if (order === null) throw new AppError('checkout_not_found');
    return order;
  }
}

function isKeyOf(known: object, key: string | null): boolean {
  return key !== null && Object.hasOwn(known, key);
}

function sendPage(response: Response, html: string): void {
  response.setHeader('Permissions-Policy', PERMISSIONS_POLICY);
  response.setHeader('Content-Security-Policy', CONTENT_SECURITY_POLICY);
  response.type('html').send(html);
}
