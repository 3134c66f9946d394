import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditModule } from '../../platform/audit/audit.module.js';
import { OperatorTokensAdminController } from '../operator-tokens/operator-tokens.admin.controller.js';
import { BrowserCookies } from './browser-cookies.js';
import { BrowsersService } from './browsers.service.js';
import { Device } from '../devices/device.entity.js';
import { DevicesRepository } from '../devices/devices.repository.js';
import { DevicesService } from '../devices/devices.service.js';
import { OperatorToken } from '../operator-tokens/operator-token.entity.js';
import { OperatorTokensRepository } from '../operator-tokens/operator-tokens.repository.js';
import { OperatorTokensService } from '../operator-tokens/operator-tokens.service.js';
import { SessionsRepository } from './sessions.repository.js';
import { SessionsService } from './sessions.service.js';
import { UserAccess } from './user-access.js';
import { Session } from './session.entity.js';

/** The browsers that people are signed in with, and the tokens that operators run scripts with. */
@Module({
  imports: [TypeOrmModule.forFeature([Device, OperatorToken, Session]), AuditModule],
  controllers: [OperatorTokensAdminController],
  providers: [
    BrowserCookies,
    BrowsersService,
    DevicesRepository,
    DevicesService,
    OperatorTokensRepository,
    OperatorTokensService,
    SessionsRepository,
    SessionsService,
    UserAccess,
  ],
  exports: [
    BrowserCookies,
    BrowsersService,
    DevicesRepository,
    DevicesService,
    OperatorTokensService,
    SessionsRepository,
    SessionsService,
    UserAccess,
  ],
})
export class SessionsModule {}
