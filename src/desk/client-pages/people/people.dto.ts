import {
  ApiProperty,
  ApiPropertyOptional,
  IntersectionType,
  OmitType,
  PickType,
} from '@nestjs/swagger';
import { MEMBER_ROLES, USER_KINDS } from '../../../people/roles.js';
import type { Invitation } from '../../../people/invitations/invitation.entity.js';
import type { Offer } from '../../../people/invitations/invitation-acceptance.js';
import { NewPassword } from '../../../people/passwords/password.field.js';
import {
  InvitationDto,
  InviteMemberDto,
  PersonDto,
  toInvitation,
} from '../../../people/users/people.dto.js';
import type { Person } from '../../../people/users/users.service.js';
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

export class OfferDto {
  @ApiProperty()
  email: string;

  @ApiProperty({ enum: USER_KINDS })
  kind: string;

  @ApiProperty({ type: [String] })
  roles: string[];

  @ApiPropertyOptional({ description: 'The name of the client; not for operators' })
  client?: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

class MemberRoleDto {
  @ApiProperty({ enum: MEMBER_ROLES })
  role: string;
}

export class ColleagueDto extends IntersectionType(
  OmitType(PersonDto, ['roles', 'totp', 'passkey']),
  MemberRoleDto,
) {}

export class OpenInvitationDto extends IntersectionType(
  OmitType(InvitationDto, ['roles']),
  MemberRoleDto,
) {}

export function toOffer({ invitation, clientName }: Offer): OfferDto {
  return {
    email: invitation.email,
    kind: invitation.kind,
    roles: invitation.roles,
    ...(clientName !== null && { client: clientName }),
    expires_at: invitation.expiresAt.toISOString(),
  };
}

export function toColleague(person: Person): ColleagueDto {
  return {
    id: person.id,
    email: person.email,
    name: person.name,
    role: person.roles[0] ?? 'member',
    created_at: person.createdAt.toISOString(),
    seen_at: person.seenAt?.toISOString() ?? null,
  };
}

export function toOpenInvitation(invitation: Invitation): OpenInvitationDto {
  const { roles, ...rest } = toInvitation(invitation);
  return { ...rest, role: roles[0] ?? 'member' };
}
