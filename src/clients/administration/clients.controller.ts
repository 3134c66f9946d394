import { Body, Controller, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ForOperators } from '../../platform/http/audience.js';
import {
  adminAnswer,
  adminList,
  ApiAdmin,
  ApiAdminList,
  BODY_ERRORS,
  type AdminAnswer,
  type AdminList,
} from '../../platform/http/openapi/admin-docs.js';
import { PageQuery, toPageRequest } from '../../platform/http/page.js';
import { PathIdPipe } from '../../platform/http/path-key.pipe.js';
import { ClientsService } from '../clients.service.js';
import { ClientAdministrationService } from './client-administration.service.js';
import {
  ChangeClientDto,
  ClientDto,
  NewClientDto,
  NewClientRecordDto,
  toClient,
  toClientChange,
} from './clients.dto.js';

const clientId = new PathIdPipe('client_not_found');

@ForOperators()
@ApiTags('Clients and tokens')
@Controller('admin/clients')
export class ClientsController {
  constructor(
    private readonly clients: ClientsService,
    private readonly administration: ClientAdministrationService,
  ) {}

  @Post()
  @ApiOperation({ operationId: 'createClient', summary: 'Create a client' })
  @ApiAdmin(201, NewClientRecordDto, 'email_taken', ...BODY_ERRORS)
  async create(
    @Body() { owner_email: ownerEmail, ...client }: NewClientDto,
  ): Promise<AdminAnswer<NewClientRecordDto>> {
    if (ownerEmail === undefined) {
      return adminAnswer(toClient(await this.administration.createClient(client)));
    }
    const created = await this.administration.createClientWithOwner(client, ownerEmail);
    const { record, invitationLink: link } = created;
    return adminAnswer({
      ...toClient(record),
      ...(link !== null && { owner_invitation_link: link }),
    });
  }

  @Get()
  @ApiOperation({ operationId: 'listClients', summary: 'List clients' })
  @ApiAdminList(ClientDto)
  async list(@Query() query: PageQuery): Promise<AdminList<ClientDto>> {
    return adminList(await this.administration.listClients(toPageRequest(query)), toClient);
  }

  @Get(':id')
  @ApiOperation({ operationId: 'getClient', summary: 'A client with its subscription and wallet' })
  @ApiAdmin(200, ClientDto, 'client_not_found')
  async one(@Param('id', clientId) id: number): Promise<AdminAnswer<ClientDto>> {
    return adminAnswer(toClient(await this.administration.getClient(id)));
  }

  @Patch(':id')
  @ApiOperation({
    operationId: 'updateClient',
    summary: "Change a client's name, address or reservation limits",
  })
  @ApiAdmin(200, ClientDto, 'client_not_found', 'email_taken', ...BODY_ERRORS)
  async change(
    @Param('id', clientId) id: number,
    @Body() body: ChangeClientDto,
  ): Promise<AdminAnswer<ClientDto>> {
    await this.clients.changeClient(id, toClientChange(body));
    return adminAnswer(toClient(await this.administration.getClient(id)));
  }
}
