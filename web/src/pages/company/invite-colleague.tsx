import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { InviteColleagueDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import { inviteColleagueMutation } from '../../api/generated/dashboard/dashboard-api.tanstack';
import { FormDialog } from '../../shared/forms/form-dialog';
import { showFieldProblems } from '../../shared/forms/form-problem';
import { PasswordGate } from '../../shared/forms/password-gate';

const ROLES = [
  { value: 'member', label: 'Member: orders, payments, tokens' },
  { value: 'owner', label: 'Owner: also manages people and automatic payment' },
];

/** Invites a person to the company by mail. */
export function InviteColleague() {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm<InviteColleagueDto>({
    mode: 'uncontrolled',
    initialValues: { email: '', role: 'member' },
  });
  const invite = useMutation({
    ...inviteColleagueMutation(),
    onSuccess: async () => {
      dialog.close();
      form.reset();
      await queryClient.invalidateQueries();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <>
      <Button onClick={dialog.open}>Invite colleague</Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Invite colleague"
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
          key={form.key('email')}
          {...form.getInputProps('email')}
        />
        <NativeSelect
          label="Role"
          data={ROLES}
          key={form.key('role')}
          {...form.getInputProps('role')}
        />
      </FormDialog>
      <PasswordGate mutation={invite} />
    </>
  );
}
