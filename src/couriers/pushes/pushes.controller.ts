import { Controller, Get, HttpCode, Inject, Param, Post, Req } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Request } from 'express';
import { Public } from '../../platform/http/audience.js';
import { CLIENT_ADDRESS, type ClientAddress } from '../../platform/http/client-address.js';
import { readBody, StreamedBody } from '../../platform/http/input/body.guard.js';
import { IgnoresUnknownFields } from '../../platform/http/input/unknown-fields.js';
import { PushesService } from './pushes.service.js';

/** The endpoint for couriers' pushes. It is public: a key in the path and a secret in a header authenticate them. */
@Public()
@ApiExcludeController()
@IgnoresUnknownFields()
@Controller('courier-pushes')
export class PushesController {
  constructor(
    private readonly pushes: PushesService,
    @Inject(CLIENT_ADDRESS) private readonly addressOf: ClientAddress,
  ) {}

  /** Answers a courier that tries the address before it saves it. */
  @Get(':push_key')
  async confirm(@Param('push_key') key: string, @Req() request: Request) {
    await this.pushes.find(key, this.addressOf(request));
    return { status: 'ok' };
  }

  /** Stores a push of any form. The body is read only once its sender is known. */
  @Post(':push_key')
  @HttpCode(200)
  @StreamedBody()
  async store(@Param('push_key') key: string, @Req() request: Request) {
    const found = await this.pushes.find(key, this.addressOf(request));
    const address = await this.pushes.authenticate(found, request.headers);
    if (address !== null) await this.pushes.store(address, await readBody(request));
    return { status: 'ok' };
  }
}
