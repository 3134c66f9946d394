import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { AuthModule } from '../../auth/auth.module.js';
import { ClientsModule } from '../../clients/clients.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { ReceiptsModule } from '../receipts/receipts.module.js';
import { AdjustmentsController } from './adjustments/adjustments.controller.js';
import { AutoPayController } from './auto-pay/auto-pay.controller.js';
import { CreditController } from '../credit/credit.controller.js';
import { MeController } from './store-account/me.controller.js';
import { StoreWalletController } from './store-account/store-wallet.controller.js';
import { AdjustmentsService } from './adjustments/adjustments.service.js';
import { AgeingRepository } from '../credit/ageing.repository.js';
import { AutoPayJob } from './auto-pay/auto-pay.job.js';
import { AutoPayRepository } from './auto-pay/auto-pay.repository.js';
import { AutoPayService } from './auto-pay/auto-pay.service.js';
import { ClientCreditService } from '../credit/client-credit.service.js';
import { CreditRemindersJob } from '../credit/credit-reminders.job.js';
import { CreditRemindersRepository } from '../credit/credit-reminders.repository.js';
import { CreditTermsKind } from '../credit/credit-terms.kind.js';
import { CreditRemindersService } from '../credit/credit-reminders.service.js';
import { StoreAccountService } from './store-account/store-account.service.js';
import { WalletEntriesRepository } from './wallet-entries.repository.js';
import { WalletStatementService } from './wallet-statement.service.js';
import { WalletsService } from './wallets.service.js';
import { AutoPaySettings } from './auto-pay/auto-pay-settings.entity.js';

/** Wallets of clients: statements, adjustments, automatic payment, and buying on account. */
@Module({
  imports: [
    TypeOrmModule.forFeature([AutoPaySettings]),
    AuditModule,
    AuthModule,
    ClientsModule,
    LedgerModule,
    IdentityModule,
    ReceiptsModule,
  ],
  controllers: [
    AdjustmentsController,
    AutoPayController,
    CreditController,
    MeController,
    StoreWalletController,
  ],
  providers: [
    AdjustmentsService,
    AgeingRepository,
    AutoPayJob,
    AutoPayRepository,
    AutoPayService,
    ClientCreditService,
    CreditRemindersJob,
    CreditRemindersRepository,
    CreditRemindersService,
    CreditTermsKind,
    StoreAccountService,
    WalletEntriesRepository,
    WalletStatementService,
    WalletsService,
  ],
  exports: [
    AdjustmentsService,
    AutoPayService,
    ClientCreditService,
    WalletStatementService,
    WalletsService,
  ],
})
export class WalletsModule {}
