import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type {
  IssuedTokenDto,
  NewClientRecordDto,
} from '../../../api/generated/admin/admin-api.schemas';
import {
  createClient_2Mutation,
  createTokenMutation,
  listPlansOptions,
} from '../../../api/generated/admin/admin-api.tanstack';
import { problemOf } from '../../../api/problem';
import { useMay } from '../../../frame/session';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../shared/forms/form-problem';
import { startOfDay } from '../../../shared/india-days';
import { PasswordGate } from '../../../shared/forms/password-gate';

/** A created client, with secrets that cannot be read again. */
export interface CreatedClient {
  client: NewClientRecordDto;
  token: IssuedTokenDto | null;
  /** Error of creating the token; null: created or not requested. */
  tokenProblem: string | null;
}

const EMPTY = { name: '', email: '', owner_email: '', plan: '', ends_on: '', domain: '' };

/** Creates a client, invites its owner, begins its subscription, and creates its first token. */
export function CreateClient({ onCreated }: { onCreated: (created: CreatedClient) => void }) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({ mode: 'uncontrolled', initialValues: EMPTY });
  const mutation = useMutation({
    mutationFn: createWithToken,
    onSuccess: async (created) => {
      dialog.close();
      form.reset();
      onCreated(created);
      await queryClient.invalidateQueries();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <>
      <Button onClick={dialog.open}>Create client</Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Create client"
        action="Create client"
        isBusy={mutation.isPending}
        error={mutation.error}
        onSubmit={form.onSubmit((values) => mutation.mutate(values))}
      >
        <Fields form={form} />
      </FormDialog>
      <PasswordGate mutation={mutation} />
    </>
  );
}

function Fields({ form }: { form: UseFormReturnType<typeof EMPTY> }) {
  const mayMakeTokens = useMay('tokens:write');
  const plans = useQuery(listPlansOptions({ query: { limit: 500 } }));
  return (
    <>
      <TextInput
        label="Company"
        required
        data-autofocus
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
      <TextInput
        label="Email of the company"
        type="email"
        required
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <TextInput
        label="Email of its owner"
        description="Receives an invitation to the dashboard. Empty = no invitation"
        type="email"
        key={form.key('owner_email')}
        {...form.getInputProps('owner_email')}
      />
      <NativeSelect
        label="Plan"
        data={[
          { value: '', label: 'None yet' },
          ...(plans.data?.data ?? []).map(({ code, name }) => ({ value: code, label: name })),
        ]}
        key={form.key('plan')}
        {...form.getInputProps('plan')}
      />
      <TextInput
        label="Subscription ends on"
        description="First day without access. Empty = no end"
        type="date"
        key={form.key('ends_on')}
        {...form.getInputProps('ends_on')}
      />
      {mayMakeTokens && (
        <TextInput
          label="Domain of its store"
          description="Creates the first API token, for example for shop.example. Empty = no token"
          autoComplete="off"
          key={form.key('domain')}
          {...form.getInputProps('domain')}
        />
      )}
    </>
  );
}

/** Creates the client with its owner and subscription, then its first token if a domain is given. */
async function createWithToken(values: typeof EMPTY): Promise<CreatedClient> {
  const { name, email, owner_email, plan, ends_on, domain } = values;
  const subscription = { plan, ...(ends_on !== '' && { ends_at: startOfDay(ends_on) }) };
  const { data: client } = await createClient_2Mutation().mutationFn({
    body: { name, email, owner_email, ...(plan !== '' && { subscription }) },
  });
  if (domain === '') return { client, token: null, tokenProblem: null };
  try {
    const { data: token } = await createTokenMutation().mutationFn({
      path: { id: client.id },
      body: { domain },
    });
    return { client, token, tokenProblem: null };
  } catch (error) {
    // The client exists, so the token has to be created on its page.
    return { client, token: null, tokenProblem: problemOf(error).message };
  }
}
