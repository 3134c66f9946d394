import { PickType } from '@nestjs/swagger';
import { MEMBER_ROLES, USER_KINDS } from '../../../people/roles.js';
import type { Invitation } from '../../../people/invitations/invitation.entity.js';
import type { Offer } from '../../../people/invitations/invitation-acceptance.js';
import { NewPassword } from '../../../people/passwords/password.field.js';
import { InvitationDto, InviteMemberDto, PersonDto } from '../../../people/users/people.dto.js';
import type { Person } from '../../../people/users/users.service.js';
import { answer, text, texts, time, word } from '../../../platform/http/answer/answer.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Name, Text } from '../../../platform/http/input/fields.js';

export class InvitationTokenDto {
  @Text({ max: 100, api: { description: 'What stands behind `#token=` in the link' } })
  token: string;
}

export class AcceptInvitationDto extends InvitationTokenDto {
  @Name({ max: LIMITS.nameLength, api: { example: 'Asha Verma' } })
  name: string;

  @NewPassword()
  password: string;
}

export class InviteColleagueDto extends InviteMemberDto {}

export class ChangeColleagueDto extends PickType(InviteMemberDto, ['role']) {}

export class OfferDto extends answer<Offer>()({
  email: [text(), ({ invitation }) => invitation.email],
  kind: [word(USER_KINDS), ({ invitation }) => invitation.kind],
  roles: [texts(), ({ invitation }) => invitation.roles],
  client: [
    text('The name of the client; not for operators').optional(),
    ({ clientName }) => clientName ?? undefined,
  ],
  expires_at: [time(), ({ invitation }) => invitation.expiresAt],
}) {}

const ROLE = [
  word(MEMBER_ROLES),
  ({ roles }: { roles: readonly string[] }) => roles[0] ?? 'member',
] as const;
const { id, email, name, created_at, seen_at } = PersonDto.fields;
const { expires_at } = InvitationDto.fields;

export class ColleagueDto extends answer<Person>()({
  id,
  email,
  name,
  created_at,
  seen_at,
  role: ROLE,
}) {}

export class OpenInvitationDto extends answer<Invitation>()({
  id,
  email,
  created_at,
  expires_at,
  role: ROLE,
}) {}
