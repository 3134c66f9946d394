import {
  responseDto,
  flag,
  integer,
  text,
  texts,
  time,
} from '../../platform/http/response-dto/response-dto.js';
import { Email, Field, OneOf, QueryFlag } from '../../platform/http/input/fields.js';
import { LIMITS } from '../../platform/config/limits.js';
import type { Invitation } from '../invitations/invitation.entity.js';
import type { Invited } from '../invitations/invitation-mails.js';
import { MEMBER_ROLES, OPERATOR_ROLES, type MemberRole, type OperatorRole } from '../roles.js';
import type { UserRow } from './users.repository.js';
import type { DoneOrWaiting } from '../approvals/approvals.service.js';

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
export class IdDto extends responseDto<{ id: number }>()({ id: integer() }) {}

export class PersonDto extends responseDto<UserRow>()({
  id: integer(),
  email: text(),
  name: text(),
  roles: texts("An operator's roles, or the one role of a member"),
  totp: [flag('Whether sign-in asks for a one-time code'), 'hasTotp'],
  passkey: [flag('Whether the person has a passkey'), 'hasPasskey'],
  created_at: time(),
  seen_at: time('Latest request').orNull(),
}) {}

export class InvitationDto extends responseDto<Invitation>()({
  id: integer(),
  email: text(),
  roles: texts(),
  created_at: time(),
  expires_at: time(),
}) {}

export class InvitedDto extends responseDto<Invitation & { link: string | undefined }>()({
  ...InvitationDto.fields,
  link: text(
    'The link to pass on; without a mail server, for the admin token and with the permission `users:write`, and only in ' +
      'this response',
  ).optional(),
}) {}

/** @param hasLink true: the caller may have the link, which makes anyone this person */
export function toInvited(
  { outcome, approval }: DoneOrWaiting<Invited>,
  { hasLink }: { hasLink: boolean },
): DoneOrWaiting<Invitation & { link: string | undefined }> {
  if (approval !== null) return { outcome: null, approval };
  const { invitation, link } = outcome;
  return { outcome: { ...invitation, link: hasLink ? (link ?? undefined) : undefined }, approval };
}
