import { Module } from '@nestjs/common';
import { LedgerModule } from './ledger/ledger.module.js';
import { ReceiptsModule } from './receipts/receipts.module.js';
import { GatewayModule } from './gateway/gateway.module.js';
import { BankModule } from './bank/bank.module.js';
import { WalletsModule } from './wallets/wallets.module.js';
import { MoneyApprovalsModule } from './approvals/money-approvals.module.js';
import { BooksModule } from './books/books.module.js';

const MODULES = [
  LedgerModule,
  ReceiptsModule,
  GatewayModule,
  BankModule,
  WalletsModule,
  MoneyApprovalsModule,
  BooksModule,
];

/** Money: the ledger, what arrives by bank and gateway, wallets, approvals and books. */
@Module({ imports: MODULES, exports: MODULES })
export class MoneyModule {}
