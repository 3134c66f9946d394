import type { PersonDto } from '../../../api/generated/admin-types';
import {
  changeOperatorRolesMutation,
  endOperatorSessionsMutation,
} from '../../../api/generated/admin';
import { CheckList } from '../../../shared/check-list';
import { ConfirmButton } from '../../../shared/forms/confirm-button';
import { FormButton } from '../../../shared/forms/form-button';
import { OPERATOR_ROLES, type OperatorRole } from './operator-roles';

export function ChangeRoles({ person }: { person: PersonDto }) {
  return (
    <FormButton
      label="Roles"
      aria-label={`Roles of ${person.name}`}
      title={`Roles of ${person.name}`}
      action="Change roles"
      initialValues={{ roles: person.roles as OperatorRole[] }}
      send={(body) => changeOperatorRolesMutation().mutationFn({ path: { id: person.id }, body })}
    >
      {(form) => (
        <>
          <CheckList
            legend="Roles"
            options={OPERATOR_ROLES.map(({ role, ...rest }) => ({ value: role, ...rest }))}
            chosen={form.values.roles}
            onChange={(roles) => form.setFieldValue('roles', roles)}
          />
          <p className="soft small">The person has to sign in again.</p>
        </>
      )}
    </FormButton>
  );
}

/** Signs a person out of every browser. */
export function EndSessions({ person }: { person: PersonDto }) {
  return (
    <ConfirmButton
      label="Sign out"
      aria-label={`Sign out ${person.name}`}
      title={`Sign out ${person.name}?`}
      busy="Signing out…"
      send={() => endOperatorSessionsMutation().mutationFn({ path: { id: person.id } })}
    >
      <p>
        All sessions of {person.email} end, and the person’s operator tokens are revoked. The person
        can sign in again. Review passkeys and one-time codes, which stay, on the tab Security.
      </p>
    </ConfirmButton>
  );
}
