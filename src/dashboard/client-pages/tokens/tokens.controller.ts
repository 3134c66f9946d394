import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ConnectionTestService } from '../../../auth/connection-test/connection-test.service.js';
import { TokensService } from '../../../auth/tokens.service.js';
import { CurrentClientId } from '../../../identity/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { mapPage, PageQuery, toPageRequest } from '../../../platform/http/paging/page.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { Responds, RespondsList, RespondsPage } from '../dashboard-docs.js';
import {
  ChangeOwnTokenDto,
  ConnectionCheckDto,
  ConnectionTestDto,
  CreateOwnTokenDto,
  NewTokenDto,
  OwnTokenDto,
  RotateOwnTokenDto,
  toIssuedToken,
  toOwnToken,
  toTestedHeaders,
} from './tokens.dto.js';

const tokenId = new PathIdPipe('token_not_found');

/** The API tokens of the signed-in person's company. */
@UserController('dashboard/api', 'API access')
export class OwnTokensController {
  constructor(
    private readonly tokens: TokensService,
    private readonly connection: ConnectionTestService,
  ) {}

  @Get('tokens')
  @Access('own-tokens:read')
  @Operation('API tokens of your company, without the tokens themselves')
  @RespondsPage(OwnTokenDto)
  async listOwnTokens(@CurrentClientId() clientId: number, @Query() query: PageQuery) {
    return mapPage(await this.tokens.listTokens(clientId, toPageRequest(query)), toOwnToken);
  }

  @Post('tokens')
  @Access('own-tokens:write', { password: true })
  @Operation('Make an API token for a domain; it is shown this once')
  @Responds(201, NewTokenDto, 'password_required', ...BODY_ERRORS)
  async createOwnToken(@CurrentClientId() clientId: number, @Body() body: CreateOwnTokenDto) {
    const { domain, mode, expires_at: expiresAt = null } = body;
    const issued = await this.tokens.issueToken(clientId, domain, expiresAt, mode ?? 'live');
    return toIssuedToken(issued);
  }

  @Post('tokens/:id/rotate')
  @Access('own-tokens:write', { password: true })
  @Operation('A new token, also for another domain; the old one ends after the overlap')
  @Responds(201, NewTokenDto, 'token_not_found', 'token_ended', 'password_required', ...BODY_ERRORS)
  async rotateOwnToken(
    @CurrentClientId() clientId: number,
    @Param('id', tokenId) id: number,
    @Body() { overlap_seconds: overlapSeconds = 0, domain }: RotateOwnTokenDto,
  ) {
    const change = { clientId, domain };
    return toIssuedToken(await this.tokens.rotateToken(id, overlapSeconds, change));
  }

  @Patch('tokens/:id')
  @Access('own-tokens:write', { password: true })
  @Operation('Let a token read your wallet, or no longer')
  @Responds(200, OwnTokenDto, 'token_not_found', 'token_ended', 'password_required', ...BODY_ERRORS)
  async changeOwnToken(
    @CurrentClientId() clientId: number,
    @Param('id', tokenId) id: number,
    @Body() { permissions }: ChangeOwnTokenDto,
  ) {
    const change = { mayReadWallet: permissions.includes('wallet:read') };
    return toOwnToken(await this.tokens.changePermissions(id, clientId, change));
  }

  @Delete('tokens/:id')
  // No password: takes access away, which must be quick.
  @Access('own-tokens:write')
  @Operation('Revoke a token at once')
  @Responds(200, OwnTokenDto, 'token_not_found')
  async revokeOwnToken(@CurrentClientId() clientId: number, @Param('id', tokenId) id: number) {
    return toOwnToken(await this.tokens.revokeToken(id, clientId));
  }

  @Post('connection-test')
  @Access('own-tokens:read')
  @Operation("What the Store API says to your server's headers, check by check")
  @RespondsList(ConnectionCheckDto, ...BODY_ERRORS)
  testConnection(@CurrentClientId() clientId: number, @Body() body: ConnectionTestDto) {
    return this.connection.test(clientId, toTestedHeaders(body));
  }
}
