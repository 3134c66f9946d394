import { Body, Get, Post } from '@nestjs/common';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { BODY_ERRORS, Responds, RespondsList } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PickupDto, WantPickupDto } from './pickups.dto.js';
import { PickupsService } from './pickups.service.js';

@OperatorController('admin/pickups', 'Orders')
export class PickupsController {
  constructor(private readonly pickups: PickupsService) {}

  @Get()
  @Access('orders:read')
  @Operation('List pick-ups by couriers, the latest days first')
  @RespondsList(PickupDto)
  listPickups() {
    return this.pickups.list();
  }

  @Post()
  @Access('orders:ship')
  @Operation(
    'Ask a courier to pick up the boxes of an account',
    'Stored at once; the courier is asked within seconds. Again for the same day, it changes nothing unless the courier refused.',
  )
  @Responds(200, PickupDto, 'courier_account_not_found', ...BODY_ERRORS)
  wantPickup(@Body() { account, day }: WantPickupDto) {
    return this.pickups.want(account, day);
  }
}
