import { Body, Get, Put } from '@nestjs/common';
import { BankDetailsKind } from '../../../identity/approvals/settings/bank-details.kind.js';
import { RespondsOrWaits } from '../../../identity/approvals/waiting-answer.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { BODY_ERRORS, Responds } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PutReturnPlaceDto, ReturnPlacesDto, toReturnAddress } from './return-place.dto.js';
import { ReturnPlaceSetting } from './return-place.setting.js';
import { ReturnPlaceService } from './return-place.service.js';

@OperatorController('admin/return-place', 'Orders')
export class ReturnPlaceController {
  constructor(
    private readonly place: ReturnPlaceService,
    private readonly details: BankDetailsKind,
    private readonly setting: ReturnPlaceSetting,
  ) {}

  @Get()
  @Access('orders:read')
  @Operation('Read where returns go')
  @Responds(200, ReturnPlacesDto)
  getReturnPlace() {
    return this.place.get();
  }

  @Put()
  @Access('tax:write')
  @Operation(
    'Say where returns go',
    'It applies to returns that are accepted from now on; the others keep their address. Another place waits for ' +
      'another person if an owner other than the caller exists (202).',
  )
  @RespondsOrWaits(200, ReturnPlacesDto, ...BODY_ERRORS)
  async putReturnPlace(@Body() { return_address: address }: PutReturnPlaceDto) {
    const own = address === undefined ? null : toReturnAddress(address);
    const done = await this.details.change(this.setting, { own });
    return done.approval === null ? { ...done, outcome: await this.place.get() } : done;
  }
}
