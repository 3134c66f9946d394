import { Body, Post } from '@nestjs/common';
import { ApiProperty, IntersectionType, PickType } from '@nestjs/swagger';
import { CurrentPermissions, type Permitted } from '../../people/signed-in-user.js';
import { CreateTokenDto, IssuedTokenDto, toIssuedToken } from '../../auth/auth.dto.js';
import { TokensService } from '../../auth/tokens.service.js';
import { ClientAdministrationService } from '../clients/client-administration.service.js';
import {
  NewClientDto,
  NewClientRecordDto,
  toClientData,
  toFirstSubscription,
  toNewClient,
} from '../clients/clients.dto.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../platform/http/answers.js';
import { ApiAdmin, BODY_ERRORS } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';

class OnboardClientDto extends IntersectionType(
  NewClientDto,
  PickType(CreateTokenDto, ['domain'] as const),
) {}

class OnboardedClientDto {
  @ApiProperty()
  client: NewClientRecordDto;

  @ApiProperty()
  token: IssuedTokenDto;
}

/** Clients that begin with a store. */
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
  @ApiAdmin(201, OnboardedClientDto, 'email_taken', ...BODY_ERRORS)
  async createClientWithToken(
    @Body() { owner_email: ownerEmail, subscription, domain, ...data }: OnboardClientDto,
    @CurrentPermissions() may: Permitted,
  ): Promise<AdminAnswer<OnboardedClientDto>> {
    const created = await this.administration.createClientWithOwner(
      toClientData(data),
      ownerEmail,
      toFirstSubscription(subscription),
      async (manager, id) => this.tokens.addToken(manager, id, domain, null, 'live'),
    );
    return adminAnswer({
      client: toNewClient(created, may('users:write')),
      token: toIssuedToken(created.rest),
    });
  }
}
