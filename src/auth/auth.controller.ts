import { Body, Controller, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  adminAnswer,
  adminList,
  ApiAdmin,
  ApiAdminList,
  BODY_ERRORS,
  type AdminAnswer,
  type AdminList,
} from '../platform/http/openapi/admin-docs.js';
import { ForOperators } from '../platform/http/caller.js';
import { PageQuery, toPageRequest } from '../platform/http/page.js';
import { PathIdPipe } from '../platform/http/path-key.pipe.js';
import {
  ChangeClientDto,
  ClientDto,
  CreateClientDto,
  CreateTokenDto,
  IssuedTokenDto,
  RotateTokenDto,
  toClient,
  toIssuedToken,
  TokenDto,
  toToken,
} from './auth.dto.js';
import { AuthService } from './auth.service.js';

const clientId = new PathIdPipe('client_not_found');
const tokenId = new PathIdPipe('token_not_found');

@ForOperators()
@ApiTags('Clients and tokens')
@Controller('admin')
export class AuthController {
  constructor(private readonly auth: AuthService) {}

  @Post('clients')
  @ApiOperation({ operationId: 'createClient', summary: 'Add a client' })
  @ApiAdmin(201, ClientDto, ...BODY_ERRORS)
  async createClient(@Body() body: CreateClientDto): Promise<AdminAnswer<ClientDto>> {
    return adminAnswer(toClient(await this.auth.createClient(body)));
  }

  @Get('clients')
  @ApiOperation({ operationId: 'listClients', summary: 'All clients' })
  @ApiAdminList(ClientDto)
  async listClients(@Query() query: PageQuery): Promise<AdminList<ClientDto>> {
    return adminList(await this.auth.listClients(toPageRequest(query)), toClient);
  }

  @Get('clients/:id')
  @ApiOperation({ operationId: 'getClient', summary: 'A client with its subscription and wallet' })
  @ApiAdmin(200, ClientDto, 'client_not_found')
  async oneClient(@Param('id', clientId) id: number): Promise<AdminAnswer<ClientDto>> {
    return adminAnswer(toClient(await this.auth.getClient(id)));
  }

  @Patch('clients/:id')
  @ApiOperation({ operationId: 'updateClient', summary: "Change a client's name or address" })
  @ApiAdmin(200, ClientDto, 'client_not_found', ...BODY_ERRORS)
  async changeClient(
    @Param('id', clientId) id: number,
    @Body() body: ChangeClientDto,
  ): Promise<AdminAnswer<ClientDto>> {
    return adminAnswer(toClient(await this.auth.changeClient(id, body)));
  }

  @Post('clients/:id/tokens')
  @ApiOperation({
    operationId: 'createToken',
    summary: 'Make an API token for a domain; it is shown this once',
  })
  @ApiAdmin(201, IssuedTokenDto, 'client_not_found', ...BODY_ERRORS)
  async createToken(
    @Param('id', clientId) id: number,
    @Body() body: CreateTokenDto,
  ): Promise<AdminAnswer<IssuedTokenDto>> {
    const { domain, expires_at: expiresAt = null, mode } = body;
    const issued = await this.auth.issueToken(id, domain, expiresAt, mode ?? 'live');
    return adminAnswer(toIssuedToken(issued));
  }

  @Get('clients/:id/tokens')
  @ApiOperation({
    operationId: 'listTokens',
    summary: "A client's tokens, without the tokens themselves",
  })
  @ApiAdminList(TokenDto, 'client_not_found')
  async listTokens(
    @Param('id', clientId) id: number,
    @Query() query: PageQuery,
  ): Promise<AdminList<TokenDto>> {
    return adminList(await this.auth.listTokens(id, toPageRequest(query)), toToken);
  }

  @Post('tokens/:id/rotate')
  @ApiOperation({
    operationId: 'rotateToken',
    summary: 'A new token for the same domain; the old one ends after the overlap',
  })
  @ApiAdmin(201, IssuedTokenDto, 'token_not_found', 'token_ended', ...BODY_ERRORS)
  async rotateToken(
    @Param('id', tokenId) id: number,
    @Body() body: RotateTokenDto,
  ): Promise<AdminAnswer<IssuedTokenDto>> {
    return adminAnswer(toIssuedToken(await this.auth.rotateToken(id, body.overlap_seconds ?? 0)));
  }

  @Delete('tokens/:id')
  @ApiOperation({ operationId: 'revokeToken', summary: 'Revoke a token at once' })
  @ApiAdmin(200, TokenDto, 'token_not_found')
  async revokeToken(@Param('id', tokenId) id: number): Promise<AdminAnswer<TokenDto>> {
    return adminAnswer(toToken(await this.auth.revokeToken(id)));
  }
}
