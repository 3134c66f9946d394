import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { PersonDto } from '../../../api/generated/admin/admin-api.schemas';
import {
  changeOperatorRolesMutation,
  endOperatorSessionsMutation,
} from '../../../api/generated/admin/admin-api.tanstack';
import { CheckList } from '../../../shared/check-list';
import { ConfirmDialog } from '../../../shared/forms/confirm-dialog';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { PasswordGate } from '../../../shared/forms/password-gate';
import { OPERATOR_ROLES, type OperatorRole } from './operator-roles';

/** Changes the roles of a person. */
export function ChangeRoles({ person }: { person: PersonDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const [roles, setRoles] = useState(person.roles as OperatorRole[]);
  const queryClient = useQueryClient();
  const change = useMutation({
    ...changeOperatorRolesMutation(),
    onSuccess: async () => {
      dialog.close();
      await queryClient.invalidateQueries();
    },
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Roles of ${person.name}`}
        onClick={() => {
          setRoles(person.roles as OperatorRole[]);
          dialog.open();
        }}
      >
        Roles
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Roles of ${person.name}`}
        action="Change roles"
        isBusy={change.isPending}
        error={change.error}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate({ path: { id: person.id }, body: { roles } });
        }}
      >
        <CheckList
          legend="Roles"
          options={OPERATOR_ROLES.map(({ role, ...rest }) => ({ value: role, ...rest }))}
          chosen={roles}
          onChange={setRoles}
        />
        <p className="soft small">The person has to sign in again.</p>
      </FormDialog>
      <PasswordGate mutation={change} />
    </>
  );
}

/** Signs a person out of every browser. */
export function EndSessions({ person }: { person: PersonDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const end = useMutation({
    ...endOperatorSessionsMutation(),
    onSuccess: async () => {
      dialog.close();
      await queryClient.invalidateQueries();
    },
  });
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={`Sign out ${person.name}`}
        onClick={dialog.open}
      >
        Sign out
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Sign out ${person.name}?`}
        action="Sign out"
        busy="Signing out…"
        isBusy={end.isPending}
        error={end.error}
        onConfirm={() => end.mutate({ path: { id: person.id } })}
      >
        <p>All sessions of {person.email} end. The person can sign in again.</p>
      </ConfirmDialog>
    </>
  );
}
