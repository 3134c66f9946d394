import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useForm, type UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ClientDto, SubscribeDto } from '../../../api/generated/admin/admin-api.schemas';
import {
  listPlansOptions,
  setSubscriptionMutation,
} from '../../../api/generated/admin/admin-api.tanstack';
import { FormDialog } from '../../../shared/forms/form-dialog';
import { showFieldProblems } from '../../../shared/forms/form-problem';
import { isoDay } from '../../../shared/format';
import { startOfDay } from '../../../shared/india-days';

const STATUSES = [
  { value: 'trialing', label: 'Trial' },
  { value: 'active', label: 'Active' },
  { value: 'past_due', label: 'Past due: access for seven more days' },
  { value: 'suspended', label: 'Suspended: no access' },
  { value: 'cancelled', label: 'Canceled: no access' },
];

type SubscriptionForm = UseFormReturnType<{ plan: string; status: string; ends_at: string }>;

/** Changes a client's subscription, or begins one. */
export function EditSubscription({ client }: { client: ClientDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const { subscription } = client;
  const endsOn = subscription?.ends_at == null ? '' : isoDay(new Date(subscription.ends_at));
  const form: SubscriptionForm = useForm({
    mode: 'uncontrolled',
    initialValues: {
      plan: subscription?.plan ?? '',
      status: subscription?.status ?? 'active',
      ends_at: endsOn,
    },
  });
  const change = useMutation({
    ...setSubscriptionMutation(),
    onSuccess: async () => {
      dialog.close();
      await queryClient.invalidateQueries();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  /** Returns the unchanged end of the subscription, unless another day was chosen. */
  const endOf = (day: string): string | undefined =>
    day === endsOn
      ? (subscription?.ends_at ?? undefined)
      : startOfDay(day === '' ? undefined : day);
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={dialog.open}>
        {subscription === null ? 'Begin subscription' : 'Change or renew'}
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title={`Subscription of ${client.name}`}
        action="Save subscription"
        isBusy={change.isPending}
        error={change.error}
        onSubmit={form.onSubmit(({ plan, status, ends_at }) =>
          change.mutate({
            path: { id: client.id },
            body: {
              plan,
              status: status as SubscribeDto['status'],
              ends_at: endOf(ends_at),
              starts_at: subscription?.starts_at,
            },
          }),
        )}
      >
        <Fields form={form} />
      </FormDialog>
    </>
  );
}

function Fields({ form }: { form: SubscriptionForm }) {
  const plans = useQuery(listPlansOptions({ query: { limit: 500 } }));
  return (
    <>
      <NativeSelect
        label="Plan"
        description="Its prices apply from the store’s next request"
        required
        data-autofocus
        data={[
          { value: '', label: 'Choose a plan', disabled: true },
          ...(plans.data?.data ?? []).map(({ code, name }) => ({ value: code, label: name })),
        ]}
        // The plans load after the form, so the select is rebuilt with them.
        key={`${form.key('plan')} ${plans.data?.data.length ?? 0}`}
        {...form.getInputProps('plan')}
      />
      <NativeSelect
        label="Status"
        data={STATUSES}
        key={form.key('status')}
        {...form.getInputProps('status')}
      />
      <TextInput
        label="Ends on"
        description="First day without access. Empty = no end"
        type="date"
        key={form.key('ends_at')}
        {...form.getInputProps('ends_at')}
      />
    </>
  );
}
