import { Button, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type {
  CreateOperatorTokenDto,
  IssuedOperatorTokenDto,
} from '../../api/generated/dashboard/dashboard-api.schemas';
import { createOwnAdminTokenMutation } from '../../api/generated/dashboard/dashboard-api.tanstack';
import { useSession } from '../../frame/session';
import { CheckList } from '../../shared/check-list';
import { FormDialog } from '../../shared/forms/form-dialog';
import { showFieldProblems } from '../../shared/forms/form-problem';
import { isoDay } from '../../shared/format';
import { PasswordGate } from '../../shared/forms/password-gate';

type Permission = CreateOperatorTokenDto['permissions'][number];

const DAY_MS = 86_400_000;
const IN_90_DAYS = isoDay(new Date(Date.now() + 90 * DAY_MS));

interface CreateAdminTokenProps {
  onIssued: (token: IssuedOperatorTokenDto) => void;
}

/** Creates a token with some of the person's own permissions. */
export function CreateAdminToken({ onIssued }: CreateAdminTokenProps) {
  const [isOpen, dialog] = useDisclosure(false);
  const { permissions } = useSession();
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      name: '',
      permissions: [] as Permission[],
      expires_at: IN_90_DAYS,
    },
    validate: {
      permissions: (chosen) => (chosen.length === 0 ? 'Choose at least one permission.' : null),
    },
  });
  const create = useMutation({
    ...createOwnAdminTokenMutation(),
    onSuccess: async ({ data }) => {
      dialog.close();
      form.reset();
      onIssued(data);
      await queryClient.invalidateQueries();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={dialog.open}>
        Create admin token
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Create admin token"
        action="Create admin token"
        isBusy={create.isPending}
        error={create.error}
        onSubmit={form.onSubmit(({ expires_at: day, ...token }) =>
          create.mutate({ body: { ...token, expires_at: `${day}T00:00:00Z` } }),
        )}
      >
        <TextInput
          label="Name"
          description="What the token is for"
          required
          maxLength={60}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        <TextInput
          label="Ends on"
          description="Within a year"
          type="date"
          required
          {...form.getInputProps('expires_at')}
        />
        <CheckList
          legend="Permissions"
          options={permissions.map((name) => ({ value: name as Permission, label: name }))}
          chosen={form.values.permissions}
          onChange={(chosen) => form.setFieldValue('permissions', chosen)}
          error={form.errors.permissions as string | undefined}
        />
      </FormDialog>
      <PasswordGate mutation={create} />
    </>
  );
}
