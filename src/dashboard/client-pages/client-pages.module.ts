import { Module } from '@nestjs/common';
import { CatalogModule } from '../../catalog/catalog.module.js';
import { CouriersModule } from '../../couriers/couriers.module.js';
import { FulfillmentModule } from '../../fulfillment/fulfillment.module.js';
import { MoneyModule } from '../../money/money.module.js';
import { OrdersModule } from '../../orders/orders.module.js';
import { PlansModule } from '../../plans/plans.module.js';
import { StoreRequestsModule } from '../store-requests/store-requests.module.js';
import { TaxModule } from '../../tax/tax.module.js';
import { CheckoutsController } from './checkouts/checkouts.controller.js';
import { ClientOrdersController } from './orders/orders.controller.js';
import { DocumentFilesController } from './documents/document-files.controller.js';
import { OverviewController } from './overview/overview.controller.js';
import { OwnDocumentsController } from './documents/documents.controller.js';
import { OwnTransfersController } from './transfers/transfers.controller.js';
import { PricesController } from './prices/prices.controller.js';
import { WalletController } from './wallet/wallet.controller.js';
import { ClientOrdersService } from './orders/client-orders.service.js';
import { OverviewService } from './overview/overview.service.js';
import { PricesService } from './prices/prices.service.js';
import { WalletService } from './wallet/wallet.service.js';

/** A client's orders, documents, prices and money. */
@Module({
  imports: [
    CatalogModule,
    CouriersModule,
    FulfillmentModule,
    MoneyModule,
    OrdersModule,
    PlansModule,
    StoreRequestsModule,
    TaxModule,
  ],
  // `documents/export` comes before `documents/:id`.
  controllers: [
    CheckoutsController,
    ClientOrdersController,
    DocumentFilesController,
    OverviewController,
    OwnDocumentsController,
    OwnTransfersController,
    PricesController,
    WalletController,
  ],
  providers: [ClientOrdersService, OverviewService, PricesService, WalletService],
})
export class ClientPagesModule {}
