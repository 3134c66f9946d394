import { Body, Get, Put } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CurrentClientId } from '../../../identity/signed-in-user.js';
import { ClientsService } from '../../../clients/clients.service.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { Responds } from '../dashboard-docs.js';
import { CompanyDto, PutCompanyDto, toBilling } from './company.dto.js';

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
  @Responds(200, CompanyDto)
  getOwnCompany(@CurrentClientId() clientId: number) {
    return this.clients.getClient(this.dataSource.manager, clientId);
  }

  @Put()
  @Access('own-company:write')
  @Operation(
    "Change the billing address and the tax number; name and e-mail are the wholesaler's",
    'Fields that are left out stay as they are; null removes a value.',
  )
  @Responds(200, CompanyDto, ...BODY_ERRORS)
  async putOwnCompany(@CurrentClientId() clientId: number, @Body() body: PutCompanyDto) {
    await this.clients.changeBilling(clientId, toBilling(body));
    return this.getOwnCompany(clientId);
  }
}
