import type { InvitationDto, PersonDto } from '../../../api/generated/admin-types';
import { removeOperatorMutation, revokeInvitationMutation } from '../../../api/generated/admin';
import { CallButton } from '../../../shared/forms/call-button';
import { column, type Column } from '../../../shared/lists/columns';
import { nameColumn } from '../../../shared/people/name-column';
import { RemovePerson } from '../../../shared/people/remove-person';
import { Status } from '../../../shared/status';
import { secondFactors } from '../../../shared/terms/second-factors';
import { roleLabels } from './operator-roles';
import { ChangeRoles, EndSessions } from './person-actions';

/** Makes the columns of operators, with actions for owners. */
export function peopleColumns(ownId: number): Column<PersonDto>[] {
  return [
    nameColumn(ownId),
    column.text('Email', 'email', { isWide: true }),
    column.wide('Roles', ({ roles }) => roleLabels(roles)),
    column.cell('Second factor', (person) => {
      const factors = secondFactors(person);
      return <Status tone={factors ? 'ok' : 'waiting'}>{factors ?? 'Not set up'}</Status>;
    }),
    column.time('Last seen', 'seen_at'),
    column.wide('Actions', (person) => (
      <span className="actions">
        <ChangeRoles person={person} />
        {person.id !== ownId && <EndSessions person={person} />}
        {person.id !== ownId && (
          <RemovePerson
            name={person.name}
            remove={() => removeOperatorMutation().mutationFn({ path: { id: person.id } })}
          >
            {person.email} is signed out everywhere, and the operator tokens of this person end. The
            audit log keeps what the person did. If the person may approve, another owner approves
            the removal first.
          </RemovePerson>
        )}
      </span>
    )),
  ];
}

export const INVITATION_COLUMNS: readonly Column<InvitationDto>[] = [
  column.text('Email', 'email', { isWide: true }),
  column.wide('Roles', ({ roles }) => roleLabels(roles)),
  column.time('Expires', 'expires_at'),
  column.wide('Actions', ({ id, email }) => (
    <CallButton
      label="Revoke"
      aria-label={`Revoke the invitation of ${email}`}
      send={() => revokeInvitationMutation().mutationFn({ path: { id } })}
    />
  )),
];
