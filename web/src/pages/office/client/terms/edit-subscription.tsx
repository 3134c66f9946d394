import { NativeSelect, TextInput } from '@mantine/core';
import type { ClientDto, SubscribeDto } from '../../../../api/generated/admin-types';
import { setSubscriptionMutation } from '../../../../api/generated/admin';
import { FormButton } from '../../../../shared/forms/form-button';
import { isoDay } from '../../../../shared/format';
import { startOfDay } from '../../../../shared/india-days';
import { usePlans } from '../../plans';

const STATUSES = [
  { value: 'trialing', label: 'Trial' },
  { value: 'active', label: 'Active' },
  { value: 'past_due', label: 'Past due: access for seven more days' },
  { value: 'suspended', label: 'Suspended: no access' },
  { value: 'cancelled', label: 'Canceled: no access' },
];

/** Changes a client's subscription, or begins one. */
export function EditSubscription({ client }: { client: ClientDto }) {
  const plans = usePlans();
  const { subscription } = client;
  const endsOn = subscription?.ends_at == null ? '' : isoDay(new Date(subscription.ends_at));
  /** Reads the unchanged end of the subscription, unless another day was chosen. */
  const endOf = (day: string): string | undefined =>
    day === endsOn
      ? (subscription?.ends_at ?? undefined)
      : startOfDay(day === '' ? undefined : day);
  return (
    <FormButton
      label={subscription === null ? 'Begin subscription' : 'Change or renew'}
      title={`Subscription of ${client.name}`}
      action="Save subscription"
      initialValues={{
        plan: subscription?.plan ?? '',
        status: subscription?.status ?? 'active',
        ends_at: endsOn,
      }}
      send={({ plan, status, ends_at }) =>
        setSubscriptionMutation().mutationFn({
          path: { id: client.id },
          body: {
            plan,
            status: status as SubscribeDto['status'],
            ends_at: endOf(ends_at),
            starts_at: subscription?.starts_at,
          },
        })
      }
    >
      {({ getInputProps }) => (
        <>
          <NativeSelect
            label="Plan"
            description="Its prices apply from the store’s next request"
            required
            data-autofocus
            data={[
              { value: '', label: 'Choose a plan', disabled: true },
              ...plans.map(({ code, name }) => ({ value: code, label: name })),
            ]}
            {...getInputProps('plan')}
          />
          <NativeSelect label="Status" data={STATUSES} {...getInputProps('status')} />
          <TextInput
            label="Ends on"
            description="First day without access. Empty = no end"
            type="date"
            {...getInputProps('ends_at')}
          />
        </>
      )}
    </FormButton>
  );
}
