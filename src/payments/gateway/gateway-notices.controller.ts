import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../platform/http/audience.js';
import { readBody, StreamedBody } from '../../platform/http/input/body.interceptor.js';
import { AppError } from '../../platform/http/errors.js';
import { IgnoresUnknownFields } from '../../platform/http/input/unknown-fields.js';
import { GatewayNoticesService } from './gateway-notices.service.js';

const EVENT_ID = /^[\w.-]{1,64}$/;

/** Where the gateway sends its notices. Open to everybody: what counts is the signature. */
@Public()
@ApiExcludeController()
@IgnoresUnknownFields()
@Controller('gateway')
export class GatewayNoticesController {
  constructor(private readonly notices: GatewayNoticesService) {}

  /** Returns the signature is that of the bytes of the body, which is therefore read as it came. */
  @Post('notices')
  @HttpCode(200)
  @StreamedBody()
  async take(@Req() request: Request): Promise<{ status: 'ok' }> {
    const signature = request.headers['x-razorpay-signature'];
    const eventId = request.headers['x-razorpay-event-id'];
    if (typeof signature !== 'string') throw new AppError('signature_invalid');
    const isEventId = typeof eventId === 'string' && EVENT_ID.test(eventId);
    await this.notices.store(await readBody(request), {
      signature,
      eventId: isEventId ? eventId : null,
    });
    return { status: 'ok' };
  }
}
