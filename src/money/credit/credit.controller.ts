import { Body, Get, Param, Put, Query } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds, BODY_ERRORS, RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { PageQuery, toPageRequest } from '../../platform/http/paging/page.js';
import { AgeingDto, ClientAgeingDto, OpenItemDto } from './ageing.dto.js';
import { RespondsOrWaits } from '../../identity/approvals/waiting-answer.js';
import { ClientCreditService } from './client-credit.service.js';
import { CreditTermsKind } from './credit-terms.kind.js';
import { CreditTermsDto, PutCreditTermsDto, toNewCreditTerms } from './credit.dto.js';

const clientId = new PathIdPipe('client_not_found');

@OperatorController('admin', 'Money')
export class CreditController {
  constructor(
    private readonly credit: ClientCreditService,
    private readonly terms: CreditTermsKind,
  ) {}

  @Get('clients/:id/credit')
  @Access('money:read')
  @Operation('Show the terms on which a client buys on account')
  @Responds(200, CreditTermsDto, 'client_not_found')
  getCreditTerms(@Param('id', clientId) id: number) {
    return this.credit.getTerms(id);
  }

  @Put('clients/:id/credit')
  @Access('money:write', { password: true, tokens: true })
  @Operation(
    'Set the terms on which a client buys on account',
    'New clients cannot buy on account. The payment days apply to orders that are bought afterwards. The limit, and ' +
      "the days until the client's orders are on hold, apply at once, also to earlier purchases. Looser terms above " +
      'the limit `credit` wait for another person if an owner other than the caller exists (202).',
  )
  @RespondsOrWaits(200, CreditTermsDto, 'client_not_found', ...BODY_ERRORS)
  putCreditTerms(@Param('id', clientId) id: number, @Body() body: PutCreditTermsDto) {
    return this.terms.putTerms(id, toNewCreditTerms(body));
  }

  @Get('clients/:id/credit/items')
  @Access('money:read')
  @Operation('List the unpaid orders that a client bought on account, the earliest order first')
  @RespondsPage(OpenItemDto, 'client_not_found')
  listOpenItems(@Param('id', clientId) id: number, @Query() query: PageQuery) {
    return this.credit.listItems(id, toPageRequest(query));
  }

  @Get('ageing')
  @Access('money:read')
  @Operation('Show what all clients owe for orders bought on account, by age')
  @Responds(200, AgeingDto)
  getAgeing() {
    return this.credit.getTotals();
  }

  @Get('ageing/clients')
  @Access('money:read')
  @Operation('List the clients who owe, with the age of what they owe')
  @RespondsPage(ClientAgeingDto)
  listAgeingOfClients(@Query() query: PageQuery) {
    return this.credit.listClients(toPageRequest(query));
  }
}
