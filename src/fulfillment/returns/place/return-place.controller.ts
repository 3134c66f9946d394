import { Body, Get, Put } from '@nestjs/common';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { BODY_ERRORS, Responds } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PutReturnPlaceDto, ReturnPlacesDto, toReturnAddress } from './return-place.dto.js';
import { ReturnPlaceService } from './return-place.service.js';

@OperatorController('admin/return-place', 'Orders')
export class ReturnPlaceController {
  constructor(private readonly place: ReturnPlaceService) {}

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
    'It applies to returns that are accepted from now on; the others keep their address.',
  )
  @Responds(200, ReturnPlacesDto, ...BODY_ERRORS)
  async putReturnPlace(@Body() { return_address: address }: PutReturnPlaceDto) {
    await this.place.put(address === undefined ? null : toReturnAddress(address));
    return this.place.get();
  }
}
