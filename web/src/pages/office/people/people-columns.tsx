import type { InvitationDto, PersonDto } from '../../../api/generated/admin/admin-api.schemas';
import {
  removeOperatorMutation,
  revokeInvitationMutation,
} from '../../../api/generated/admin/admin-api.tanstack';
import { CallButton } from '../../../shared/forms/call-button';
import type { Column } from '../../../shared/lists/data-table';
import { nameColumn } from '../../../shared/people/name-column';
import { RemovePerson } from '../../../shared/people/remove-person';
import { Status } from '../../../shared/status';
import { secondFactors } from '../../../shared/terms/second-factors';
import { RelativeTime } from '../../../shared/time';
import { roleLabels } from './operator-roles';
import { ChangeRoles, EndSessions } from './person-actions';

/** Returns the columns of operators, with actions for owners. */
export function peopleColumns(ownId: number): Column<PersonDto>[] {
  return [
    nameColumn(ownId),
    { header: 'Email', isWide: true, cell: ({ email }) => email },
    { header: 'Roles', isWide: true, cell: ({ roles }) => roleLabels(roles) },
    {
      header: 'Second factor',
      cell: (person) => {
        const factors = secondFactors(person);
        return <Status tone={factors ? 'ok' : 'waiting'}>{factors ?? 'Not set up'}</Status>;
      },
    },
    { header: 'Last seen', cell: ({ seen_at }) => <RelativeTime at={seen_at} /> },
    {
      header: 'Actions',
      isWide: true,
      cell: (person) => (
        <span className="actions">
          <ChangeRoles person={person} />
          {person.id !== ownId && <EndSessions person={person} />}
          {person.id !== ownId && (
            <RemovePerson
              name={person.name}
              remove={() => removeOperatorMutation().mutationFn({ path: { id: person.id } })}
            >
              {person.email} is signed out everywhere at once, and the operator tokens of this
              person end. The audit log keeps what the person did.
            </RemovePerson>
          )}
        </span>
      ),
    },
  ];
}

export const INVITATION_COLUMNS: readonly Column<InvitationDto>[] = [
  { header: 'Email', isWide: true, cell: ({ email }) => email },
  { header: 'Roles', isWide: true, cell: ({ roles }) => roleLabels(roles) },
  { header: 'Expires', cell: ({ expires_at }) => <RelativeTime at={expires_at} /> },
  {
    header: 'Actions',
    isWide: true,
    cell: ({ id, email }) => (
      <CallButton
        label="Revoke"
        aria-label={`Revoke the invitation of ${email}`}
        send={() => revokeInvitationMutation().mutationFn({ path: { id } })}
      />
    ),
  },
];
