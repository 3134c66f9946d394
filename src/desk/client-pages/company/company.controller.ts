import { Body, Get, Put } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CurrentClientId } from '../../../people/signed-in-user.js';
import { ClientsService } from '../../../clients/clients.service.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { adminAnswer, type AdminAnswer } from '../../../platform/http/answers.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { ApiDashboard } from '../dashboard-docs.js';
import { CompanyDto, PutCompanyDto, toBilling, toCompany } from './company.dto.js';

/** The signed-in person's company. */
@UserController('dashboard/api/company', 'Company')
export class CompanyController {
  constructor(
    private readonly dataSource: DataSource,
    private readonly clients: ClientsService,
  ) {}

  @Get()
  @Access('own-company:read')
  @Operation('Your company')
  @ApiDashboard(200, CompanyDto)
  async getOwnCompany(@CurrentClientId() clientId: number): Promise<AdminAnswer<CompanyDto>> {
    return adminAnswer(toCompany(await this.clients.getClient(this.dataSource.manager, clientId)));
  }

  @Put()
  @Access('own-company:write')
  @Operation(
    "Change the billing address and the tax number; name and e-mail are the wholesaler's",
    'What is left out stays; null removes it.',
  )
  @ApiDashboard(200, CompanyDto, ...BODY_ERRORS)
  async putOwnCompany(
    @CurrentClientId() clientId: number,
    @Body() body: PutCompanyDto,
  ): Promise<AdminAnswer<CompanyDto>> {
    await this.clients.changeBilling(clientId, toBilling(body));
    return this.getOwnCompany(clientId);
  }
}
