import { Module } from '@nestjs/common';
import { AccountsModule } from '../people/accounts.module.js';
import { AuditModule } from '../platform/audit/audit.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { CatalogModule } from '../catalog/catalog.module.js';
import { ClientAdministrationModule } from './clients/client-administration.module.js';
import { ClientsModule } from '../clients/clients.module.js';
import { LedgerModule } from '../money/ledger/ledger.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { MailModule } from '../platform/mail/mail.module.js';
import { OrdersModule } from '../orders/orders.module.js';
import { PaymentsModule } from '../money/payments.module.js';
import { ProductAdministrationModule } from './products/product-administration.module.js';
import { PlansModule } from '../plans/plans.module.js';
import { TaxModule } from '../tax/tax.module.js';
import { AccountController } from './client-pages/account/account.controller.js';
import { AdminTokensController } from './client-pages/account/admin-tokens.controller.js';
import { TwoFactorController } from './client-pages/account/two-factor.controller.js';
import { CheckoutsController } from './client-pages/checkouts/checkouts.controller.js';
import { CompanyController } from './client-pages/company/company.controller.js';
import { FailuresController } from './client-pages/failures/failures.controller.js';
import { ClientOrdersService } from './client-pages/orders/client-orders.service.js';
import { ClientOrdersController } from './client-pages/orders/orders.controller.js';
import { DocumentFilesController } from './client-pages/documents/document-files.controller.js';
import { OwnDocumentsController } from './client-pages/documents/documents.controller.js';
import { OverviewController } from './client-pages/overview/overview.controller.js';
import { OverviewService } from './client-pages/overview/overview.service.js';
import { PasskeysController } from './client-pages/passkeys/passkeys.controller.js';
import { PasskeySignInController } from './client-pages/passkeys/passkey-sign-in.controller.js';
import { CompanySecurityController } from './client-pages/security/security.controller.js';
import { CompanySecurityService } from './client-pages/security/company-security.service.js';
import { SessionAnswer } from './client-pages/session/session-answer.js';
import { MailsController } from './client-pages/mails/mails.controller.js';
import { InvitationsController } from './client-pages/people/invitations.controller.js';
import { MembersController } from './client-pages/people/members.controller.js';
import { OwnRequestsController } from './client-pages/requests/requests.controller.js';
import { PricesController } from './client-pages/prices/prices.controller.js';
import { PricesService } from './client-pages/prices/prices.service.js';
import { SessionController } from './client-pages/session/session.controller.js';
import { OwnTokensController } from './client-pages/tokens/tokens.controller.js';
import { OwnTransfersController } from './client-pages/transfers/transfers.controller.js';
import { SavedViewsController } from './client-pages/views/saved-views.controller.js';
import { SavedViewsRepository } from './client-pages/views/saved-views.repository.js';
import { SavedViewsService } from './client-pages/views/saved-views.service.js';
import { OnboardingController } from './office/onboarding.controller.js';
import { FirstStepsController } from './office/first-steps/first-steps.controller.js';
import { FirstStepsRepository } from './office/first-steps/first-steps.repository.js';
import { FirstStepsService } from './office/first-steps/first-steps.service.js';
import { OfficeController } from './office/office.controller.js';
import { OfficeOverviewService } from './office/office-overview.service.js';
import { OfficeSearchService } from './office/office-search.service.js';
import { WalletController } from './client-pages/wallet/wallet.controller.js';
import { WalletService } from './client-pages/wallet/wallet.service.js';

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
