import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { AuditModule } from '../audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { ClientAdministrationModule } from '../client-administration/client-administration.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { LedgerModule } from '../ledger/ledger.module.js';
import { MessagesModule } from '../messages/messages.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../payments/payments.module.js';
import { ProductAdministrationModule } from '../product-administration/product-administration.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { TaxModule } from '../tax/tax.module.js';
import { AccountController } from './api/account/account.controller.js';
import { AdminTokensController } from './api/account/admin-tokens.controller.js';
import { TwoFactorController } from './api/account/two-factor.controller.js';
import { CheckoutsController } from './api/checkouts/checkouts.controller.js';
import { CompanyController } from './api/company/company.controller.js';
import { FailuresController } from './api/failures/failures.controller.js';
import { ClientOrdersService } from './api/orders/client-orders.service.js';
import { ClientOrdersController } from './api/orders/orders.controller.js';
import { DocumentFilesController } from './api/documents/document-files.controller.js';
import { OwnDocumentsController } from './api/documents/documents.controller.js';
import { OverviewController } from './api/overview/overview.controller.js';
import { OverviewService } from './api/overview/overview.service.js';
import { PasskeysController } from './api/passkeys/passkeys.controller.js';
import { PasskeySignInController } from './api/passkeys/passkey-sign-in.controller.js';
import { CompanySecurityController } from './api/security/security.controller.js';
import { CompanySecurityService } from './api/security/company-security.service.js';
import { SessionAnswer } from './api/session/session-answer.js';
import { MailsController } from './api/mails/mails.controller.js';
import { InvitationsController } from './api/people/invitations.controller.js';
import { MembersController } from './api/people/members.controller.js';
import { OwnRequestsController } from './api/requests/requests.controller.js';
import { PricesController } from './api/prices/prices.controller.js';
import { PricesService } from './api/prices/prices.service.js';
import { SessionController } from './api/session/session.controller.js';
import { OwnTokensController } from './api/tokens/tokens.controller.js';
import { OwnTransfersController } from './api/transfers/transfers.controller.js';
import { SavedViewsController } from './api/views/saved-views.controller.js';
import { SavedViewsRepository } from './api/views/saved-views.repository.js';
import { SavedViewsService } from './api/views/saved-views.service.js';
import { OnboardingController } from './office/onboarding.controller.js';
import { FirstStepsController } from './office/first-steps/first-steps.controller.js';
import { FirstStepsRepository } from './office/first-steps/first-steps.repository.js';
import { FirstStepsService } from './office/first-steps/first-steps.service.js';
import { OfficeController } from './office/office.controller.js';
import { OfficeOverviewService } from './office/office-overview.service.js';
import { OfficeSearchService } from './office/office-search.service.js';
import { WalletController } from './api/wallet/wallet.controller.js';
import { WalletService } from './api/wallet/wallet.service.js';

/** The dashboard: endpoints behind the pages on which people work. */
@Module({
  imports: [
    AccountsModule,
    AuditModule,
    AuthModule,
    CatalogModule,
    ClientAdministrationModule,
    ClientsModule,
    LedgerModule,
    MailModule,
    MessagesModule,
    OrdersModule,
    PaymentsModule,
    PlansModule,
    ProductAdministrationModule,
    TaxModule,
  ],
  controllers: [
    AccountController,
    AdminTokensController,
    CheckoutsController,
    ClientOrdersController,
    CompanyController,
    CompanySecurityController,
    FailuresController,
    FirstStepsController,
    InvitationsController,
    MailsController,
    MembersController,
    // `documents/export` comes before `documents/:id`.
    DocumentFilesController,
    OwnDocumentsController,
    OfficeController,
    OnboardingController,
    OverviewController,
    PasskeysController,
    PasskeySignInController,
    OwnRequestsController,
    OwnTokensController,
    OwnTransfersController,
    PricesController,
    SavedViewsController,
    SessionController,
    TwoFactorController,
    WalletController,
  ],
  providers: [
    SessionAnswer,
    FirstStepsRepository,
    FirstStepsService,
    ClientOrdersService,
    CompanySecurityService,
    OfficeOverviewService,
    OfficeSearchService,
    OverviewService,
    PricesService,
    SavedViewsRepository,
    SavedViewsService,
    WalletService,
  ],
})
export class DashboardModule {}
