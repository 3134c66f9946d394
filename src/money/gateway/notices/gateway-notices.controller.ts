import { Controller, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../../platform/http/audience.js';
import { readBody, StreamedBody } from '../../../platform/http/input/body.guard.js';
import { IgnoresUnknownFields } from '../../../platform/http/input/unknown-fields.js';
import { GatewayNoticesService } from './gateway-notices.service.js';

/** The endpoint for the gateway's notices. It is public: the signature authenticates them. */
@Public()
@ApiExcludeController()
@IgnoresUnknownFields()
@Controller('gateway')
export class GatewayNoticesController {
  constructor(private readonly notices: GatewayNoticesService) {}

  /** Stores a notice. Reads the body as raw bytes, because the signature covers them. */
  @Post('notices')
  @HttpCode(200)
  @StreamedBody()
  async store(@Req() request: Request): Promise<{ status: 'ok' }> {
    await this.notices.store(request.headers, await readBody(request));
    return { status: 'ok' };
  }
}
