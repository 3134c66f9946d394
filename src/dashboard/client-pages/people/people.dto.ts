import { PickType } from '@nestjs/swagger';
import { MEMBER_ROLES, USER_KINDS } from '../../../identity/roles.js';
import type { Invitation } from '../../../identity/invitations/invitation.entity.js';
import type { Offer } from '../../../identity/invitations/invitation-acceptance.js';
import { NewPassword } from '../../../identity/passwords/password.field.js';
import { InvitationDto, InviteMemberDto, PersonDto } from '../../../identity/users/people.dto.js';
import type { Person } from '../../../identity/users/users.service.js';
import {
  responseDto,
  text,
  texts,
  time,
  word,
} from '../../../platform/http/response-dto/response-dto.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Name, Text } from '../../../platform/http/input/fields.js';

export class InvitationTokenDto {
  @Text({ max: 100, api: { description: 'The text after `#token=` in the link' } })
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

export class OfferDto extends responseDto<Offer>()({
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

export class ColleagueDto extends responseDto<Person>()({
  id,
  email,
  name,
  created_at,
  seen_at,
  role: ROLE,
}) {}

export class OpenInvitationDto extends responseDto<Invitation>()({
  id,
  email,
  created_at,
  expires_at,
  role: ROLE,
}) {}
