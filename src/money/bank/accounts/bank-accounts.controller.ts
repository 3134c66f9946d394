import { Body, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { BankDetailsKind } from '../../../identity/approvals/settings/bank-details.kind.js';
import { RespondsOrWaits } from '../../../identity/approvals/waiting-answer.js';
import {
  CurrentIdempotency,
  type Idempotency,
} from '../../../platform/idempotency/idempotency-context.js';
import {
  MONEY_BODY_ERRORS,
  Idempotent,
} from '../../../platform/idempotency/idempotent.decorator.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { Responds, BODY_ERRORS, RespondsList } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { ClosingDto, ClosingQuery } from '../closing/closing.dto.js';
import { ClosingService } from '../closing/closing.service.js';
import {
  BankAccountRecordDto,
  ChangeBankAccountDto,
  NewBankAccountDto,
  SetOpeningDto,
  toBankAccountChange,
  toNewBankAccount,
  toOpening,
} from './bank-accounts.dto.js';
import { BankAccountsService } from './bank-accounts.service.js';
import { BankAccountKind } from './bank-account.kind.js';
import { BankAccountSetting } from './bank-account.setting.js';
import { BankOpeningKind } from './bank-opening.kind.js';

const accountId = new PathIdPipe('bank_account_not_found');

@OperatorController('admin/bank-accounts', 'Money')
export class BankAccountsController {
  constructor(
    private readonly accounts: BankAccountsService,
    private readonly closings: ClosingService,
    private readonly details: BankDetailsKind,
    private readonly setting: BankAccountSetting,
    private readonly additions: BankAccountKind,
    private readonly openings: BankOpeningKind,
  ) {}

  @Get()
  @Access('bank:read')
  @Operation('List the bank accounts, the default one first')
  @RespondsList(BankAccountRecordDto)
  listBankAccounts() {
    return this.accounts.list();
  }

  @Post()
  @Access('money:write', { password: true })
  @Operation(
    'Add a bank account',
    'Money is believed to have come by its statements. What a person without `limits:write` enters waits for an owner; what an ' +
      'owner or the admin token enters waits where another owner exists (202). Until then it has no statements.',
  )
  @RespondsOrWaits(201, BankAccountRecordDto, 'bank_account_exists', ...BODY_ERRORS)
  addBankAccount(@Body() body: NewBankAccountDto) {
    return this.additions.add(toNewBankAccount(body));
  }

  @Patch(':id')
  @Access('money:write', { password: true })
  @Operation(
    'Change a bank account',
    "A change of the default account's bank details, which clients pay to, waits for another person if an owner " +
      'other than the caller exists (202).',
  )
  @RespondsOrWaits(
    200,
    BankAccountRecordDto,
    'bank_account_not_found',
    'bank_account_exists',
    ...BODY_ERRORS,
  )
  changeBankAccount(@Param('id', accountId) id: number, @Body() body: ChangeBankAccountDto) {
    return this.details.change(this.setting, { id, data: toBankAccountChange(body) });
  }

  @Post(':id/default')
  @Access('money:write', { password: true })
  @Operation(
    'Make a bank account the one that clients send money to',
    'From now on, receipts and payouts that name no bank account are booked on it. Statements are read for it by default. It waits for another person if an owner other than the caller exists (202).',
  )
  @RespondsOrWaits(200, BankAccountRecordDto, 'bank_account_not_found', ...BODY_ERRORS)
  makeBankAccountDefault(@Param('id', accountId) id: number) {
    return this.details.change(this.setting, { id, data: null });
  }

  @Post(':id/opening')
  @Access('money:write', { password: true, tokens: true })
  @Idempotent()
  @Operation(
    'Set the balance of a bank account at the beginning of a day',
    'The ledger gets the difference as a journal. The same balance again changes nothing. Another one corrects it, and ' +
      'waits as a new bank account does (202). Closings compare the ledger with the bank from this day on.',
  )
  @RespondsOrWaits(200, BankAccountRecordDto, 'bank_account_not_found', ...MONEY_BODY_ERRORS)
  setBankAccountOpening(
    @Param('id', accountId) id: number,
    @Body() body: SetOpeningDto,
    @CurrentIdempotency() key: Idempotency,
  ) {
    return this.openings.set(id, toOpening(body), key);
  }

  @Get(':id/closing')
  @Access('bank:read')
  @Operation('Compare the ledger with the bank at the end of a day')
  @Responds(200, ClosingDto, 'bank_account_not_found', 'validation_failed')
  getBankAccountClosing(@Param('id', accountId) id: number, @Query() { date }: ClosingQuery) {
    return this.closings.getClosing(id, date);
  }
}
