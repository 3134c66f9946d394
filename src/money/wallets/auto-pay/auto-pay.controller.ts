import { Body, Get, Param, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../../platform/http/audience.js';

import { Responds, BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { AutoPayDto, PutAutoPayDto, toAutoPaySettings } from './auto-pay.dto.js';
import { AutoPayService } from './auto-pay.service.js';

const clientId = new PathIdPipe('client_not_found');

@OperatorController('admin/clients/:id/auto-pay', 'Money')
export class AutoPayController {
  constructor(private readonly autoPay: AutoPayService) {}

  @Get()
  @Access('money:read')
  @Operation("Show a client's settings of automatic payment")
  @Responds(200, AutoPayDto, 'client_not_found')
  async getAutoPay(@Param('id', clientId) id: number) {
    return this.autoPay.getSettings(id);
  }

  @Put()
  @Access('money:write', { password: true, tokens: true })
  @Operation(
    "Set automatic payment of a client's orders from its wallet",
    'Orders are paid oldest first, within five seconds of their placement or of new money in the wallet. While the ' +
      'wallet does not cover the oldest order within the cap, younger ones wait as well. Off for new clients.',
  )
  @Responds(200, AutoPayDto, 'client_not_found', ...BODY_ERRORS)
  async putAutoPay(@Param('id', clientId) id: number, @Body() body: PutAutoPayDto) {
    return this.autoPay.putSettings(id, toAutoPaySettings(body));
  }
}
