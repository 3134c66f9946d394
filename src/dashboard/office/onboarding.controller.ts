import { Body, Post } from '@nestjs/common';
import { IntersectionType, PickType } from '@nestjs/swagger';
import { CurrentPermissions, type Permitted } from '../../identity/signed-in-user.js';
import { CreateTokenDto, IssuedTokenDto, toIssuedToken } from '../../auth/auth.dto.js';
import { TokensService, type IssuedToken } from '../../auth/tokens.service.js';
import { ClientAdministrationService } from '../clients/client-administration.service.js';
import {
  NewClientDto,
  NewClientRecordDto,
  toClientData,
  toFirstSubscription,
  toNewClient,
} from '../clients/clients.dto.js';
import { responseDto, part, shownBy } from '../../platform/http/response-dto/response-dto.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';

class OnboardClientDto extends IntersectionType(
  NewClientDto,
  PickType(CreateTokenDto, ['domain'] as const),
) {}

class OnboardedClientDto extends responseDto<{
  client: ReturnType<typeof toNewClient>;
  token: IssuedToken;
}>()({ client: part(NewClientRecordDto), token: shownBy(IssuedTokenDto, toIssuedToken) }) {}

/** Clients that start with a store. */
@OperatorController('admin/clients', 'Clients and tokens')
export class OnboardingController {
  constructor(
    private readonly administration: ClientAdministrationService,
    private readonly tokens: TokensService,
  ) {}

  @Post('with-token')
  @Access('tokens:write', { password: true })
  @Operation(
    'Create a client with an API token for its domain, or neither',
    'The token is shown only in this response.',
  )
  @Responds(201, OnboardedClientDto, 'email_taken', ...BODY_ERRORS)
  async createClientWithToken(
    @Body() { owner_email: ownerEmail, subscription, domain, ...data }: OnboardClientDto,
    @CurrentPermissions() may: Permitted,
  ) {
    const created = await this.administration.createClientWithOwner(
      toClientData(data),
      ownerEmail,
      toFirstSubscription(subscription),
      async (manager, id) => this.tokens.addToken(manager, id, domain, null, 'live'),
    );
    return { client: toNewClient(created, may('users:write')), token: created.rest };
  }
}
