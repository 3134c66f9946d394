import { Body, Get, Param, Put, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Access, OperatorController } from '../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/answers.js';
import {
  ApiAdmin,
  ApiAdminList,
  BODY_ERRORS,
  Lists,
} from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { PageQuery, toPageRequest } from '../../platform/http/paging/page.js';
import { AgeingDto, ClientAgeingDto, OpenItemDto, toAgeing, toClientAgeing } from './ageing.dto.js';
import {
  answerWaiting,
  ApiWaiting,
  type WaitingDto,
} from '../../people/approvals/waiting-answer.js';
import { ClientCreditService } from './client-credit.service.js';
import { CreditTermsKind } from './credit-terms.kind.js';
import {
  CreditTermsDto,
  PutCreditTermsDto,
  toCreditTerms,
  toNewCreditTerms,
} from './credit.dto.js';

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
  @ApiAdmin(200, CreditTermsDto, 'client_not_found')
  async getCreditTerms(@Param('id', clientId) id: number): Promise<AdminAnswer<CreditTermsDto>> {
    return adminAnswer(toCreditTerms(await this.credit.getTerms(id)));
  }

  @Put('clients/:id/credit')
  @Access('money:write', { password: true, tokens: true })
  @Operation(
    'Set the terms on which a client buys on account',
    'New clients cannot buy on account. The payment days apply to orders that are bought afterwards; the limit and the days after ' +
      'which the orders of the client are on hold apply at once, also to what was bought before. ' +
      'Looser terms above the limit `credit` wait for another person where an owner other than the caller exists (202).',
  )
  @ApiAdmin(200, CreditTermsDto, 'client_not_found', ...BODY_ERRORS)
  @ApiWaiting()
  async putCreditTerms(
    @Param('id', clientId) id: number,
    @Body() body: PutCreditTermsDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AdminAnswer<CreditTermsDto | WaitingDto>> {
    const { outcome, approval } = await this.terms.putTerms(id, toNewCreditTerms(body));
    if (approval !== null) return answerWaiting(response, approval);
    return adminAnswer(toCreditTerms(outcome));
  }

  @Get('clients/:id/credit/items')
  @Access('money:read')
  @Operation('List the unpaid orders that a client bought on account, oldest first')
  @Lists(OpenItemDto, 'client_not_found')
  listOpenItems(@Param('id', clientId) id: number, @Query() query: PageQuery) {
    return this.credit.listItems(id, toPageRequest(query));
  }

  @Get('ageing')
  @Access('money:read')
  @Operation('Show what all clients owe for orders bought on account, by age')
  @ApiAdmin(200, AgeingDto)
  async getAgeing(): Promise<AdminAnswer<AgeingDto>> {
    return adminAnswer(toAgeing(await this.credit.getTotals()));
  }

  @Get('ageing/clients')
  @Access('money:read')
  @Operation('List the clients who owe, with the age of what they owe')
  @ApiAdminList(ClientAgeingDto)
  async listAgeingOfClients(@Query() query: PageQuery): Promise<AdminList<ClientAgeingDto>> {
    return adminList(await this.credit.listClients(toPageRequest(query)), toClientAgeing);
  }
}
