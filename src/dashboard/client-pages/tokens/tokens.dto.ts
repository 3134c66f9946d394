import { OmitType } from '@nestjs/swagger';
import { Transform, Type } from 'class-transformer';
import { ValidateNested } from 'class-validator';
import {
  CONNECTION_CHECKS,
  type ConnectionCheck,
  type TestedHeaders,
} from '../../../auth/connection-test/connection-test.service.js';
import {
  CreateTokenDto,
  IssuedTokenDto,
  RotateTokenDto,
  TokenDto,
  toIssuedToken,
  toToken,
} from '../../../auth/auth.dto.js';
import { TOKEN_PERMISSIONS, type TokenPermission } from '../../../auth/tokens/token-permissions.js';
import type { ListedToken } from '../../../auth/tokens.service.js';
import { Field, Text } from '../../../platform/http/input/fields.js';
import { responseDto, text, word } from '../../../platform/http/response-dto/response-dto.js';

export { toIssuedToken };

/** Longest header in a connection test. */
const HEADER_LENGTH_MAX = 1_000;

export class CreateOwnTokenDto extends CreateTokenDto {}

export class RotateOwnTokenDto extends RotateTokenDto {}

export class ChangeOwnTokenDto {
  @Field({
    api: { type: [String], enum: [...TOKEN_PERMISSIONS], example: ['wallet:read'] },
    rules: [
      {
        code: 'unknown_value',
        message: `must list any of ${TOKEN_PERMISSIONS.join(', ')}, each once`,
        passes: (value) =>
          Array.isArray(value) &&
          new Set(value).size === value.length &&
          value.every((name) => TOKEN_PERMISSIONS.some((known) => known === name)),
      },
    ],
  })
  permissions: TokenPermission[];
}

class TestedHeadersDto {
  @Text({
    max: HEADER_LENGTH_MAX,
    optional: true,
    api: { example: 'Bearer wso_…', description: 'Left out: the server sends none' },
  })
  authorization?: string;

  @Text({
    max: HEADER_LENGTH_MAX,
    optional: true,
    api: { example: 'asha-home.example', description: 'Left out: the server sends none' },
  })
  'x-client-domain'?: string;
}

export class ConnectionTestDto {
  @ValidateNested()
  @Type(() => TestedHeadersDto)
  @Transform(({ value }: { value: unknown }) => value ?? new TestedHeadersDto())
  @Field({
    api: { type: TestedHeadersDto },
    rules: [
      {
        code: 'object_expected',
        message: 'must be an object',
        passes: (value) => value instanceof TestedHeadersDto,
      },
    ],
  })
  headers: TestedHeadersDto = new TestedHeadersDto();
}

export class OwnTokenDto extends OmitType(TokenDto, ['client_id']) {}

export class NewTokenDto extends IssuedTokenDto {}

export class ConnectionCheckDto extends responseDto<ConnectionCheck>()({
  check: [word(CONNECTION_CHECKS), 'name'],
  result: word(
    ['passed', 'failed', 'not_checked'],
    'not_checked: an earlier check has to pass first',
  ),
  code: text('The error code of the Store API for such a request').orNull(),
  message: text(),
}) {}

export function toTestedHeaders({ headers }: ConnectionTestDto): TestedHeaders {
  return { authorization: headers.authorization, domain: headers['x-client-domain'] };
}

export function toOwnToken(token: ListedToken): OwnTokenDto {
  const own: Partial<TokenDto> = toToken(token);
  delete own.client_id;
  return own as OwnTokenDto;
}
