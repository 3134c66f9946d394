import { Body, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { AnswersOrWaits } from '../../../people/approvals/waiting-answer.js';
import { CallKey, type MoneyKey } from '../../../platform/keyed-calls/money-key.js';
import { MONEY_BODY_ERRORS, MovesMoney } from '../../../platform/keyed-calls/moves-money.js';
import { Access, OperatorController } from '../../../platform/http/audience.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { Answers, BODY_ERRORS, Items } from '../../../platform/http/openapi/admin-docs.js';
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
import { BankDetailsKind } from './bank-details.kind.js';

const accountId = new PathIdPipe('bank_account_not_found');

@OperatorController('admin/bank-accounts', 'Money')
export class BankAccountsController {
  constructor(
    private readonly accounts: BankAccountsService,
    private readonly closings: ClosingService,
    private readonly details: BankDetailsKind,
  ) {}

  @Get()
  @Access('bank:read')
  @Operation('List the bank accounts, the default one first')
  @Items(BankAccountRecordDto)
  listBankAccounts() {
    return this.accounts.list();
  }

  @Post()
  @Access('money:write', { password: true })
  @Operation('Add a bank account')
  @Answers(201, BankAccountRecordDto, 'bank_account_exists', ...BODY_ERRORS)
  addBankAccount(@Body() body: NewBankAccountDto) {
    return this.accounts.add(toNewBankAccount(body));
  }

  @Patch(':id')
  @Access('money:write', { password: true })
  @Operation(
    'Change a bank account',
    'The bank details that clients pay to, those of the default account, wait for another person where an owner other than the ' +
      'caller exists (202).',
  )
  @AnswersOrWaits(
    200,
    BankAccountRecordDto,
    'bank_account_not_found',
    'bank_account_exists',
    ...BODY_ERRORS,
  )
  changeBankAccount(@Param('id', accountId) id: number, @Body() body: ChangeBankAccountDto) {
    return this.details.change(id, toBankAccountChange(body));
  }

  @Post(':id/default')
  @Access('money:write', { password: true })
  @Operation(
    'Make a bank account the one that clients send money to',
    'From now on, receipts and payouts that name no bank account are booked on it. Statements are read for it by default. It ' +
      'waits for another person where an owner other than the caller exists (202).',
  )
  @AnswersOrWaits(200, BankAccountRecordDto, 'bank_account_not_found', ...BODY_ERRORS)
  makeBankAccountDefault(@Param('id', accountId) id: number) {
    return this.details.makeDefault(id);
  }

  @Post(':id/opening')
  @Access('money:write', { password: true, tokens: true })
  @MovesMoney()
  @Operation(
    'Set the balance of a bank account at the beginning of a day',
    'The ledger gets the difference to what it has as a journal. The same balance again changes nothing; another one corrects ' +
      'it. Closings compare the ledger with the bank from this day on.',
  )
  @Answers(200, BankAccountRecordDto, 'bank_account_not_found', ...MONEY_BODY_ERRORS)
  setBankAccountOpening(
    @Param('id', accountId) id: number,
    @Body() body: SetOpeningDto,
    @CallKey() key: MoneyKey,
  ) {
    return this.accounts.setOpening(id, toOpening(body), key);
  }

  @Get(':id/closing')
  @Access('bank:read')
  @Operation('Compare the ledger with the bank at the end of a day')
  @Answers(200, ClosingDto, 'bank_account_not_found', 'validation_failed')
  getBankAccountClosing(@Param('id', accountId) id: number, @Query() { date }: ClosingQuery) {
    return this.closings.getClosing(id, date);
  }
}
