import { Module } from '@nestjs/common';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { AuthModule } from '../../auth/auth.module.js';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { ClientAdministrationModule } from '../clients/client-administration.module.js';
import { ClientsModule } from '../../clients/clients.module.js';
import { FulfillmentModule } from '../../fulfillment/fulfillment.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { IdentityModule } from '../../identity/identity.module.js';
import { ProductAdministrationModule } from '../products/product-administration.module.js';
import { TaxModule } from '../../tax/tax.module.js';
import { FirstStepsController } from './first-steps/first-steps.controller.js';
import { OfficeController } from './office.controller.js';
import { OnboardingController } from './onboarding.controller.js';
import { FirstStepsRepository } from './first-steps/first-steps.repository.js';
import { FirstStepsService } from './first-steps/first-steps.service.js';
import { OfficeOverviewService } from './office-overview.service.js';
import { OfficeSearchService } from './office-search.service.js';
import { OpenWorkRepository } from './open-work.repository.js';

/** Pages of operators: what waits today, search, and the first steps of an installation. */
@Module({
  imports: [
    AuditModule,
    AuthModule,
    CatalogModule,
    ClientAdministrationModule,
    ClientsModule,
    FulfillmentModule,
    MoneyModule,
    OrdersModule,
    IdentityModule,
    ProductAdministrationModule,
    TaxModule,
  ],
  controllers: [FirstStepsController, OfficeController, OnboardingController],
  providers: [
    FirstStepsRepository,
    FirstStepsService,
    OfficeOverviewService,
    OfficeSearchService,
    OpenWorkRepository,
  ],
})
export class OfficeModule {}
