import { Delete, Get, Param, Query } from '@nestjs/common';
import { Access, OperatorController } from '../../platform/http/audience.js';
import { Responds, RespondsPage } from '../../platform/http/openapi/admin-docs.js';
import { Operation } from '../../platform/http/openapi/operation.js';
import { PageQuery, toPageRequest } from '../../platform/http/paging/page.js';
import { PathIdPipe } from '../../platform/http/input/path-key.pipe.js';
import { IdDto } from '../users/people.dto.js';
import { ListedOperatorTokenDto } from './operator-tokens.dto.js';
import { OperatorTokensService } from './operator-tokens.service.js';

/** The operator tokens of all operators. Operators make their own in the dashboard. */
@OperatorController('admin/operator-tokens', 'People')
export class OperatorTokensAdminController {
  constructor(private readonly tokens: OperatorTokensService) {}

  @Get()
  @Access('users:read')
  @Operation('Operator tokens, expired ones too')
  @RespondsPage(ListedOperatorTokenDto)
  async listOperatorTokens(@Query() query: PageQuery) {
    return await this.tokens.list(null, toPageRequest(query));
  }

  @Delete(':id')
  // No password: takes access away, which must be quick.
  @Access('users:write')
  @Operation('Revoke an operator token')
  @Responds(200, IdDto, 'token_not_found')
  async revokeOperatorToken(@Param('id', new PathIdPipe('token_not_found')) id: number) {
    await this.tokens.revoke(id, null);
    return { id };
  }
}
