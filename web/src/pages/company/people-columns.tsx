import type {
  AccessRequestDto,
  ColleagueDto,
  OpenInvitationDto,
  OwnTokenDto,
} from '../../api/generated/dashboard/dashboard-api.schemas';
import { removeColleagueMutation } from '../../api/generated/dashboard/dashboard-api.tanstack';
import type { Column } from '../../shared/lists/data-table';
import { nameColumn } from '../../shared/people/name-column';
import { RemovePerson } from '../../shared/people/remove-person';
import { RelativeTime } from '../../shared/time';
import { ChangeRole, DecideRequest, RevokeInvitation } from './people-actions';

const ROLES = { owner: 'Owner', member: 'Member' } as const;

/** Returns the columns of the company's people, with actions for owners. */
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
    { header: 'Email', isWide: true, cell: ({ email }) => email },
    { header: 'Role', cell: ({ role }) => ROLES[role] },
    { header: 'Last seen', cell: ({ seen_at }) => <RelativeTime at={seen_at} /> },
  ];
  if (!isOwner) return columns;
  const actions: Column<ColleagueDto> = {
    header: 'Actions',
    isWide: true,
    cell: (colleague) => (
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
    ),
  };
  return [...columns, actions];
}

/** Returns the columns of open invitations. */
export function invitationColumns({ isOwner }: { isOwner: boolean }): Column<OpenInvitationDto>[] {
  const columns: Column<OpenInvitationDto>[] = [
    { header: 'Email', isWide: true, cell: ({ email }) => email },
    { header: 'Role', cell: ({ role }) => ROLES[role] },
    { header: 'Expires', cell: ({ expires_at }) => <RelativeTime at={expires_at} /> },
  ];
  if (!isOwner) return columns;
  const actions: Column<OpenInvitationDto> = {
    header: 'Actions',
    isWide: true,
    cell: (invitation) => <RevokeInvitation invitation={invitation} />,
  };
  return [...columns, actions];
}

/** Columns of invitations that the wholesaler asks for. */
export const REQUEST_COLUMNS: readonly Column<AccessRequestDto>[] = [
  { header: 'Email', isWide: true, cell: ({ email }) => email },
  { header: 'Role', cell: ({ role }) => ROLES[role] },
  { header: 'Asked', cell: ({ requested_at }) => <RelativeTime at={requested_at} /> },
  { header: 'Decision', isWide: true, cell: (request) => <DecideRequest request={request} /> },
];
