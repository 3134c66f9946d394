import { Module } from '@nestjs/common';
import { AuthModule } from '../../../auth/auth.module.js';
import { ClientsModule } from '../../../clients/clients.module.js';
import { MessagesModule } from '../../messages/messages.module.js';
import { IdentityModule } from '../../../identity/identity.module.js';
import { StoreRequestsModule } from '../../store-requests/store-requests.module.js';
import { CompanyController } from './company.controller.js';
import { CompanySecurityController } from '../security/security.controller.js';
import { FailuresController } from '../failures/failures.controller.js';
import { InvitationsController } from '../people/invitations.controller.js';
import { MailsController } from '../mails/mails.controller.js';
import { MembersController } from '../people/members.controller.js';
import { OwnRequestsController } from '../requests/requests.controller.js';
import { OwnTokensController } from '../tokens/tokens.controller.js';
import { CompanySecurityService } from '../security/company-security.service.js';

/** A client's company: members, security, API tokens, refused requests and mails. */
@Module({
  imports: [AuthModule, ClientsModule, MessagesModule, IdentityModule, StoreRequestsModule],
  controllers: [
    CompanyController,
    CompanySecurityController,
    FailuresController,
    InvitationsController,
    MailsController,
    MembersController,
    OwnRequestsController,
    OwnTokensController,
  ],
  providers: [CompanySecurityService],
})
export class CompanyModule {}
