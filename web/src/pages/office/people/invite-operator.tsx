import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { inviteOperatorMutation } from '../../../api/generated/admin/admin-api.tanstack';
import { CheckList } from '../../../shared/check-list';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../shared/forms/form-problem';
import { PasswordGate } from '../../../shared/forms/password-gate';
import { OPERATOR_ROLES, type OperatorRole } from './operator-roles';

interface InviteOperatorProps {
  /** Receives the link of the invitation if no mail server sends it. */
  onLink: (link: string) => void;
}

/** Renders the form that invites a colleague with roles. */
export function InviteOperator({ onLink }: InviteOperatorProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm<{ email: string; roles: OperatorRole[] }>({
    initialValues: { email: '', roles: [] },
    validate: { roles: (roles) => (roles.length === 0 ? 'Choose at least one role.' : null) },
  });
  const invite = useMutation({
    ...inviteOperatorMutation(),
    onSuccess: async ({ data: { link } }) => {
      dialog.close();
      form.reset();
      if (link !== undefined) onLink(link);
      await queryClient.invalidateQueries();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <>
      <Button onClick={dialog.open}>Invite person</Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Invite person"
        action="Send invitation"
        isBusy={invite.isPending}
        error={invite.error}
        onSubmit={form.onSubmit((body) => invite.mutate({ body }))}
      >
        <TextInput
          label="Email"
          description="Receives the invitation; its link works for 24 hours"
          type="email"
          required
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('email')}
        />
        <CheckList
          legend="Roles"
          options={OPERATOR_ROLES.map(({ role, ...rest }) => ({ value: role, ...rest }))}
          chosen={form.values.roles}
          onChange={(roles) => form.setFieldValue('roles', roles)}
          error={form.errors.roles as string | undefined}
        />
      </FormDialog>
      <PasswordGate mutation={invite} />
    </>
  );
}
