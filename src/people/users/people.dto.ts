import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Email, Field, OneOf, QueryFlag } from '../../platform/http/input/fields.js';
import { LIMITS } from '../../platform/config/limits.js';
import type { Invitation } from '../invitations/invitation.entity.js';
import type { Invited } from '../invitations/invitation-mails.js';
import { MEMBER_ROLES, OPERATOR_ROLES, type MemberRole, type OperatorRole } from '../roles.js';
import type { UserRow } from './users.repository.js';
import { OrNull } from '../../platform/http/openapi/or-null.js';

/** Makes a field for a list of operators' roles, each at most once. */
function OperatorRoles(): PropertyDecorator {
  return Field({
    api: { type: [String], enum: [...OPERATOR_ROLES], minItems: 1, example: ['warehouse'] },
    rules: [
      {
        code: 'unknown_value',
        message: `must list one or more of ${OPERATOR_ROLES.join(', ')}, each once`,
        passes: (value) =>
          Array.isArray(value) &&
          value.length > 0 &&
          new Set(value).size === value.length &&
          value.every((role) => OPERATOR_ROLES.some((known) => known === role)),
      },
    ],
  });
}

export class InviteOperatorDto {
  @Email({ max: LIMITS.emailLength, api: { example: 'nisha@wholesale.example' } })
  email: string;

  @OperatorRoles()
  roles: OperatorRole[];
}

export class ChangeOperatorDto {
  @OperatorRoles()
  roles: OperatorRole[];
}

export class InviteMemberDto {
  @Email({ max: LIMITS.emailLength, api: { example: 'karan@asha-home.example' } })
  email: string;

  @OneOf(MEMBER_ROLES)
  role: MemberRole;
}

export class EndTokensQuery {
  @QueryFlag('false: operator tokens stay valid', 'true')
  end_tokens?: 'true' | 'false';
}

export class EndMadeTokensQuery {
  @QueryFlag('false: API tokens that the person made stay valid', 'true')
  end_tokens?: 'true' | 'false';
}

/** The changed or removed object. */
export class IdDto {
  @ApiProperty({ type: 'integer' })
  id: number;
}

export class PersonDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  email: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ type: [String], description: "An operator's roles, or the one role of a member" })
  roles: string[];

  @ApiProperty({ description: 'Whether sign-in asks for a one-time code' })
  totp: boolean;

  @ApiProperty({ description: 'Whether the person has a passkey' })
  passkey: boolean;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @OrNull('date-time', 'Latest request')
  seen_at: string | null;
}

export class InvitationDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  email: string;

  @ApiProperty({ type: [String] })
  roles: string[];

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

export class InvitedDto extends InvitationDto {
  @ApiPropertyOptional({
    description:
      'The link to pass on; without a mail server, for the admin token and with the permission `users:write`, and only in ' +
      'this response',
  })
  link?: string;
}

export function toPerson(row: UserRow): PersonDto {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    roles: row.roles,
    totp: row.hasTotp,
    passkey: row.hasPasskey,
    created_at: row.createdAt.toISOString(),
    seen_at: row.seenAt?.toISOString() ?? null,
  };
}

export function toInvitation(invitation: Invitation): InvitationDto {
  return {
    id: invitation.id,
    email: invitation.email,
    roles: invitation.roles,
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  };
}

/** @param hasLink whether the caller may have the link, with which anyone becomes this person */
export function toInvited(
  { invitation, link }: Invited,
  { hasLink }: { hasLink: boolean },
): InvitedDto {
  return { ...toInvitation(invitation), ...(hasLink && link !== null && { link }) };
}
