import { Module } from '@nestjs/common';
import { AccountsModule } from '../accounts/accounts.module.js';
import { SessionController } from './api/session/session.controller.js';

/** The dashboard: endpoints behind the pages on which people work. */
@Module({
  imports: [AccountsModule],
  controllers: [SessionController],
})
export class DashboardModule {}
