import { Body, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CurrentPermissions, type Permitted } from '../../identity/signed-in-user.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { BODY_ERRORS, Responds, RespondsList } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { AccountChecksService } from './account-checks.service.js';
import {
  CheckedAccountDto,
  CourierAccountDto,
  CourierKindDto,
  CourierPushKeyDto,
  SaveCourierAccountDto,
  toAccountChange,
} from './courier-accounts.dto.js';
import { CourierAccountsService } from './courier-accounts.service.js';
import { ShownAccounts } from './shown-accounts.service.js';

const accountId = new PathIdPipe('courier_account_not_found');

@OperatorController('admin/courier-accounts', 'Orders')
export class CourierAccountsController {
  constructor(
    private readonly accounts: CourierAccountsService,
    private readonly checks: AccountChecksService,
    private readonly shown: ShownAccounts,
  ) {}

  @Get()
  @Access('orders:read')
  @Operation(
    'List the accounts with couriers',
    'An account is a contract with a courier, for one pick-up place.',
  )
  @RespondsList(CourierAccountDto)
  listCourierAccounts(@CurrentPermissions() may: Permitted) {
    return this.shown.list({ hasAddresses: may('couriers:write') });
  }

  @Get('kinds')
  @Access('orders:read')
  @Operation('List the couriers that accounts can be with, and the keys that they need')
  @RespondsList(CourierKindDto)
  listCourierKinds() {
    return this.shown.listKinds();
  }

  @Post()
  @Access('couriers:write', { password: true })
  @Operation(
    'Add an account with a courier',
    'It is inactive until a check has passed. The answer has the secret of its pushes, this once.',
  )
  @Responds(201, CourierPushKeyDto, 'courier_account_exists', ...BODY_ERRORS)
  addCourierAccount(@Body() body: SaveCourierAccountDto) {
    return this.accounts.add(toAccountChange(body));
  }

  @Put(':id')
  @Access('couriers:write', { password: true })
  @Operation(
    'Replace an account with a courier',
    'Keys that are left out stay. Other keys, or another environment, need a new check before it can be active. Its courier ' +
      'and its environment cannot change while bookings are open.',
  )
  @Responds(
    200,
    CourierAccountDto,
    'courier_account_not_found',
    'courier_account_exists',
    'courier_account_in_use',
    ...BODY_ERRORS,
  )
  replaceCourierAccount(@Param('id', accountId) id: number, @Body() body: SaveCourierAccountDto) {
    return this.accounts.replace(id, toAccountChange(body));
  }

  @Delete(':id')
  @Access('couriers:write', { password: true })
  @Operation('Delete an account with a courier that nothing was booked with')
  @Responds(200, CourierAccountDto, 'courier_account_not_found', 'courier_account_in_use')
  deleteCourierAccount(@Param('id', accountId) id: number) {
    return this.accounts.delete(id);
  }

  // Without a password: it tries keys that an owner entered, and changes nothing but the result.
  @Post(':id/check')
  @HttpCode(200)
  @Access('couriers:write')
  @Operation(
    'Check an account with its courier',
    'Tries the keys, reads the pick-up places and asks for one PIN code. It costs nothing. A check that passes ends a pause.',
  )
  @Responds(200, CheckedAccountDto, 'courier_account_not_found')
  checkCourierAccount(@Param('id', accountId) id: number) {
    return this.checks.check(id);
  }

  @Post(':id/push-key')
  @HttpCode(200)
  @Access('couriers:write', { password: true })
  @Operation(
    'Replace the address and the secret of pushes',
    'The ones before are accepted for another day, so that no push is lost while they are changed at the courier.',
  )
  @Responds(200, CourierPushKeyDto, 'courier_account_not_found')
  replaceCourierPushKey(@Param('id', accountId) id: number) {
    return this.accounts.replacePushKey(id);
  }
}
