import { Module } from '@nestjs/common';
import { ClientAdministrationModule } from './clients/client-administration.module.js';
import { ProductAdministrationModule } from './products/product-administration.module.js';
import { LiveModule } from './live/live.module.js';
import { MessagesModule } from './messages/messages.module.js';
import { StoreRequestsModule } from './store-requests/store-requests.module.js';
import { SignedInModule } from './client-pages/session/signed-in.module.js';
import { CompanyModule } from './client-pages/company/company.module.js';
import { ClientPagesModule } from './client-pages/client-pages.module.js';
import { PhoneOrdersModule } from './phone-orders/phone-orders.module.js';
import { OfficeModule } from './office/office.module.js';

const MODULES = [
  ClientAdministrationModule,
  ProductAdministrationModule,
  LiveModule,
  MessagesModule,
  StoreRequestsModule,
  SignedInModule,
  CompanyModule,
  ClientPagesModule,
  PhoneOrdersModule,
  OfficeModule,
];

/** Pages of clients and operators, and the administration of clients and products. */
@Module({ imports: MODULES, exports: MODULES })
export class DashboardModule {}
