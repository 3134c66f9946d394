import { Body, Get, Param, Patch, Post, Query, Res } from '@nestjs/common';
import type { Response } from 'express';
import { CurrentPermissions, type Permitted } from '../../identity/signed-in-user.js';
import { Access, OperatorController } from '../../platform/http/audience.js';
import {
  Responds,
  ApiAdminTable,
  BODY_ERRORS,
  RespondsPage,
} from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { toPageRequest } from '../../platform/http/paging/page.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { ClientsService } from '../../clients/clients.service.js';
import { ClientAdministrationService } from './client-administration.service.js';
import {
  ChangeClientDto,
  CLIENT_COLUMNS,
  ClientsFileQuery,
  ClientsQuery,
  ClientDto,
  NewClientDto,
  NewClientRecordDto,
  toClientChange,
  toClientData,
  toClientFilter,
  toFirstSubscription,
  toNewClient,
} from './clients.dto.js';
import { sendTable } from '../../platform/table-export/table-file.js';

const clientId = new PathIdPipe('client_not_found');

@OperatorController('admin/clients', 'Clients and tokens')
export class ClientsController {
  constructor(
    private readonly clients: ClientsService,
    private readonly administration: ClientAdministrationService,
  ) {}

  @Post()
  @Access('clients:write')
  @Operation('Create a client')
  @Responds(201, NewClientRecordDto, 'email_taken', ...BODY_ERRORS)
  async createClient(
    @Body() { owner_email: ownerEmail, subscription, ...data }: NewClientDto,
    @CurrentPermissions() may: Permitted,
  ) {
    const created = await this.administration.createClientWithOwner(
      toClientData(data),
      ownerEmail,
      toFirstSubscription(subscription),
      () => Promise.resolve(null),
    );
    return toNewClient(created, may('users:write'));
  }

  @Get()
  @Access('clients:read')
  @Operation('List clients')
  @RespondsPage(ClientDto)
  listClients(@Query() query: ClientsQuery) {
    return this.administration.listClients(toClientFilter(query), toPageRequest(query));
  }

  @Get('export')
  @Access('clients:read')
  @Operation(
    'The same clients as a file',
    'Without the permission `prices:read`, the file has no balances.',
  )
  @ApiAdminTable('validation_failed')
  async exportClients(@Query() query: ClientsFileQuery, @Res() response: Response): Promise<void> {
    const pages = this.administration.everyPage(toClientFilter(query));
    const file = { name: 'clients', format: query.format };
    await sendTable(response, file, { columns: CLIENT_COLUMNS, pages });
  }

  @Get(':id')
  @Access('clients:read')
  @Operation('A client with its subscription and wallet')
  @Responds(200, ClientDto, 'client_not_found')
  getClient(@Param('id', clientId) id: number) {
    return this.administration.getClient(id);
  }

  @Patch(':id')
  @Access('clients:write')
  @Operation("Change a client's name, e-mail address, tax data or limits")
  @Responds(200, ClientDto, 'client_not_found', 'email_taken', ...BODY_ERRORS)
  async updateClient(@Param('id', clientId) id: number, @Body() body: ChangeClientDto) {
    await this.clients.changeClient(id, toClientChange(body));
    return this.administration.getClient(id);
  }
}
