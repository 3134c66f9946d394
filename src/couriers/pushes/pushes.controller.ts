import { Controller, HttpCode, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../platform/http/audience.js';
import { readBody, StreamedBody } from '../../platform/http/input/body.interceptor.js';
import { IgnoresUnknownFields } from '../../platform/http/input/unknown-fields.js';
import { PushesService } from './pushes.service.js';

/** The endpoint for couriers' pushes. It is public: a key in the path and a secret in a header authenticate them. */
@Public()
@ApiExcludeController()
@IgnoresUnknownFields()
@Controller('courier-pushes')
export class PushesController {
  constructor(private readonly pushes: PushesService) {}

  /** Stores a push of any form. The body is read only once its sender is known. */
  @Post(':push_key')
  @HttpCode(200)
  @StreamedBody()
  async store(@Param('push_key') key: string, @Req() request: Request): Promise<{ status: 'ok' }> {
    const accountId = await this.pushes.authenticate(key, request.headers);
    await this.pushes.store(accountId, await readBody(request));
    return { status: 'ok' };
  }
}
