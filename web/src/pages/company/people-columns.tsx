import type {
  AccessRequestDto,
  ColleagueDto,
  OpenInvitationDto,
  OwnTokenDto,
} from '../../api/generated/dashboard-types';
import { removeColleagueMutation } from '../../api/generated/dashboard';
import { column, type Column } from '../../shared/lists/columns';
import { nameColumn } from '../../shared/people/name-column';
import { RemovePerson } from '../../shared/people/remove-person';
import { ChangeRole, DecideRequest, RevokeInvitation } from './people-actions';

const ROLES = { owner: 'Owner', member: 'Member' } as const;

/** Makes the columns of the company's people, with actions for owners. */
export function memberColumns({
  ownId,
  isOwner,
  tokens,
}: {
  ownId: number;
  isOwner: boolean;
  /** Live tokens of the company. */
  tokens: readonly OwnTokenDto[];
}): Column<ColleagueDto>[] {
  const columns: Column<ColleagueDto>[] = [
    nameColumn(ownId),
    column.text('Email', 'email', { isWide: true }),
    column.cell('Role', ({ role }) => ROLES[role]),
    column.time('Last seen', 'seen_at'),
  ];
  if (!isOwner) return columns;
  const actions: Column<ColleagueDto> = column.wide('Actions', (colleague) => (
    <span className="actions">
      <ChangeRole colleague={colleague} />
      {colleague.id !== ownId && (
        <RemovePerson
          name={colleague.name}
          tokens={tokens.filter(({ made_by }) => made_by === colleague.id)}
          remove={(endTokens) =>
            removeColleagueMutation().mutationFn({
              path: { id: colleague.id },
              query: { end_tokens: endTokens },
            })
          }
        >
          {colleague.email} is signed out everywhere at once.
        </RemovePerson>
      )}
    </span>
  ));
  return [...columns, actions];
}

export function invitationColumns({ isOwner }: { isOwner: boolean }): Column<OpenInvitationDto>[] {
  const columns: Column<OpenInvitationDto>[] = [
    column.text('Email', 'email', { isWide: true }),
    column.cell('Role', ({ role }) => ROLES[role]),
    column.time('Expires', 'expires_at'),
  ];
  if (!isOwner) return columns;
  const actions: Column<OpenInvitationDto> = column.wide('Actions', (invitation) => (
    <RevokeInvitation invitation={invitation} />
  ));
  return [...columns, actions];
}

/** Columns of invitations that the wholesaler asks for. */
export const REQUEST_COLUMNS: readonly Column<AccessRequestDto>[] = [
  column.text('Email', 'email', { isWide: true }),
  column.cell('Role', ({ role }) => ROLES[role]),
  column.time('Asked', 'requested_at'),
  column.wide('Decision', (request) => <DecideRequest request={request} />),
];
