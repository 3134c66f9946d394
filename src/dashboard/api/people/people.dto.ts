import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { MEMBER_ROLES, USER_KINDS, type MemberRole } from '../../../accounts/roles.js';
import type { Invitation } from '../../../accounts/invitations/invitation.entity.js';
import type { Offer } from '../../../accounts/invitations/invitation-acceptance.js';
import { NewPassword } from '../../../accounts/sign-in/password.field.js';
import type { Person } from '../../../accounts/users/users.service.js';
import { LIMITS } from '../../../platform/config/limits.js';
import { Email, OneOf, Text } from '../../../platform/http/input/fields.js';

export class InvitationTokenDto {
  @Text({ max: 100, api: { description: 'What stands behind `#token=` in the link' } })
  token: string;
}

export class AcceptInvitationDto extends InvitationTokenDto {
  @Text({ max: LIMITS.nameLength, api: { example: 'Asha Verma' } })
  name: string;

  @NewPassword()
  password: string;
}

export class InviteColleagueDto {
  @Email({ max: LIMITS.emailLength, api: { example: 'karan@asha-home.example' } })
  email: string;

  @OneOf(MEMBER_ROLES)
  role: MemberRole;
}

export class ChangeColleagueDto {
  @OneOf(MEMBER_ROLES)
  role: MemberRole;
}

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

export class ColleagueDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  email: string;

  @ApiProperty()
  name: string;

  @ApiProperty({ enum: MEMBER_ROLES })
  role: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true, description: 'Latest request' })
  seen_at: string | null;
}

export class OpenInvitationDto {
  @ApiProperty({ type: 'integer' })
  id: number;

  @ApiProperty()
  email: string;

  @ApiProperty({ enum: MEMBER_ROLES })
  role: string;

  @ApiProperty({ format: 'date-time' })
  created_at: string;

  @ApiProperty({ format: 'date-time' })
  expires_at: string;
}

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
  return {
    id: invitation.id,
    email: invitation.email,
    role: invitation.roles[0] ?? 'member',
    created_at: invitation.createdAt.toISOString(),
    expires_at: invitation.expiresAt.toISOString(),
  };
}
