import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import {
  CreateOperatorTokenDto,
  IssuedOperatorTokenDto,
  OperatorTokenDto,
} from '../../../identity/operator-tokens/operator-tokens.dto.js';
import { OperatorTokensService } from '../../../identity/operator-tokens/operator-tokens.service.js';
import { CurrentUser, type SignedInUser } from '../../../identity/signed-in-user.js';
import { Access, UserController } from '../../../platform/http/audience.js';
import { BODY_ERRORS } from '../../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../../platform/http/openapi/operation.js';
import { PageQuery, toPageRequest } from '../../../platform/http/paging/page.js';
import { PathIdPipe } from '../../../platform/http/input/path-key.pipe.js';
import { Responds, RespondsPage } from '../dashboard-docs.js';
import { DoneDto } from './account.dto.js';

/** The signed-in operator's operator tokens. The path keeps the name of its first release. */
@UserController('dashboard/api/admin-tokens', 'Account')
export class AdminTokensController {
  constructor(private readonly tokens: OperatorTokensService) {}

  @Get()
  @Access('any-operator')
  @Operation('Operator tokens that you made')
  @RespondsPage(OperatorTokenDto)
  async listOwnAdminTokens(@CurrentUser() { userId }: SignedInUser, @Query() query: PageQuery) {
    return await this.tokens.list(userId, toPageRequest(query));
  }

  @Post()
  @Access('any-operator', { password: true })
  @Operation(
    'Make a token for a script that calls the Admin API',
    'The token has the permissions that you choose here and that you have yourself at the time of a request. It ' +
      'cannot make changes that need a password. Only this answer contains the token.',
  )
  @Responds(201, IssuedOperatorTokenDto, 'password_required', ...BODY_ERRORS)
  async createOwnAdminToken(
    @CurrentUser() user: SignedInUser,
    @Body() { name, permissions, expires_at: expiresAt }: CreateOperatorTokenDto,
  ) {
    const { token, text } = await this.tokens.create(user, { name, permissions, expiresAt });
    return { ...token, token: text };
  }

  @Delete(':id')
  // No password: takes access away, which must be quick.
  @Access('any-operator')
  @Operation('Revoke an operator token of yours')
  @Responds(200, DoneDto, 'token_not_found')
  async revokeOwnAdminToken(
    @CurrentUser() { userId }: SignedInUser,
    @Param('id', new PathIdPipe('token_not_found')) id: number,
  ) {
    await this.tokens.revoke(id, userId);
  }
}
