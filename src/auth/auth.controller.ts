import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { Responds, BODY_ERRORS, RespondsPage } from '../platform/http/openapi/admin-docs.js';
import { Operation } from '../platform/http/openapi/operation.js';
import { Access, OperatorController } from '../platform/http/audience.js';
import { mapPage, PageQuery, toPageRequest } from '../platform/http/paging/page.js';
import { PathIdPipe } from '../platform/http/input/path-key.pipe.js';
import {
  CreateTokenDto,
  IssuedTokenDto,
  RotateTokenDto,
  TokensQuery,
  toIssuedToken,
  TokenDto,
  toToken,
} from './auth.dto.js';
import { TokensService } from './tokens.service.js';

const clientId = new PathIdPipe('client_not_found');
const tokenId = new PathIdPipe('token_not_found');
const LIVE_TOKENS =
  'Once the client has an owner, only its people and the admin token create and rotate live tokens.';

@OperatorController('admin', 'Clients and tokens')
export class AuthController {
  constructor(private readonly tokens: TokensService) {}

  @Post('clients/:id/tokens')
  @Access('tokens:write', { password: true })
  @Operation('Create an API token for a domain; it is shown only in this response', LIVE_TOKENS)
  @Responds(201, IssuedTokenDto, 'client_not_found', 'client_decides', ...BODY_ERRORS)
  async createToken(@Param('id', clientId) id: number, @Body() body: CreateTokenDto) {
    const { domain, expires_at: expiresAt = null, mode } = body;
    const issued = await this.tokens.issueToken(id, domain, expiresAt, mode ?? 'live');
    return toIssuedToken(issued);
  }

  @Get('clients/:id/tokens')
  @Access('tokens:read')
  @Operation("List a client's tokens; the secrets are not included")
  @RespondsPage(TokenDto, 'client_not_found')
  async listTokens(@Param('id', clientId) id: number, @Query() query: PageQuery) {
    return mapPage(await this.tokens.listTokens(id, toPageRequest(query)), toToken);
  }

  @Get('tokens')
  @Access('tokens:read')
  @Operation('List tokens of all clients, such as those with some last characters')
  @RespondsPage(TokenDto)
  async findTokens(@Query() query: TokensQuery) {
    const found = await this.tokens.findTokens(query.last4 ?? null, toPageRequest(query));
    return mapPage(found, toToken);
  }

  @Post('tokens/:id/rotate')
  @Access('tokens:write', { password: true })
  @Operation('Rotate a token; the old one expires after the overlap', LIVE_TOKENS)
  @Responds(201, IssuedTokenDto, 'token_not_found', 'token_ended', 'client_decides', ...BODY_ERRORS)
  async rotateToken(@Param('id', tokenId) id: number, @Body() body: RotateTokenDto) {
    const { overlap_seconds: overlapSeconds = 0, domain } = body;
    return toIssuedToken(await this.tokens.rotateToken(id, overlapSeconds, { domain }));
  }

  @Delete('tokens/:id')
  // No password: takes access away, which must be quick.
  @Access('tokens:write')
  @Operation('Revoke a token immediately')
  @Responds(200, TokenDto, 'token_not_found')
  async revokeToken(@Param('id', tokenId) id: number) {
    return toToken(await this.tokens.revokeToken(id));
  }
}
