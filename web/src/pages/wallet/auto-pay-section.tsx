import { Button, NumberInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useForm } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { OwnAutoPayDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import {
  getOwnAutoPayOptions,
  putOwnAutoPayMutation,
} from '../../api/generated/dashboard/dashboard-api.tanstack';
import { useSession } from '../../frame/session';
import { FactList } from '../../shared/fact-list';
import { CheckField } from '../../shared/forms/check-field';
import { FormDialog } from '../../shared/forms/form-dialog';
import { showFieldProblems } from '../../shared/forms/form-problem';
import { useDraft } from '../../shared/forms/use-draft';
import { formatMoney } from '../../shared/format';
import { Loaded } from '../../shared/layout/loaded';
import { SectionCard } from '../../shared/layout/section-card';
import { Status } from '../../shared/status';

/** Renders and changes the automatic payment of orders from the wallet. */
export function AutoPaySection() {
  const query = useQuery(getOwnAutoPayOptions());
  const { user } = useSession();
  const settings = query.data?.data;
  return (
    <SectionCard
      title="Automatic payment"
      aside={
        settings !== undefined &&
        user.roles.includes('owner') && <ChangeAutoPay settings={settings} />
      }
    >
      <Loaded query={query} what="Automatic payment" />
      {settings?.enabled === false && (
        <p className="soft">
          Off. Orders wait until a user pays them. When turned on, the wallet pays new orders within
          seconds, the oldest first.
        </p>
      )}
      {settings?.enabled === true && (
        <FactList
          facts={[
            [
              'State',
              <Status key="on" tone="ok">
                On
              </Status>,
            ],
            [
              'Orders',
              settings.max_order_total === null
                ? 'Of any amount'
                : `Up to ${formatMoney(settings.max_order_total)}`,
            ],
            ['Kept in the wallet', formatMoney(settings.keep_balance)],
          ]}
        />
      )}
    </SectionCard>
  );
}

function ChangeAutoPay({ settings }: { settings: OwnAutoPayDto }) {
  const [isOpen, dialog] = useDisclosure(false);
  const queryClient = useQueryClient();
  const form = useForm({
    initialValues: {
      enabled: settings.enabled,
      max_order_total: settings.max_order_total ?? '',
      keep_balance: settings.keep_balance,
    },
  });
  const draft = useDraft('automatic payment', form, isOpen);
  const change = useMutation({
    ...putOwnAutoPayMutation(),
    onSuccess: async () => {
      draft.forget();
      await queryClient.invalidateQueries();
      dialog.close();
    },
    onError: (error) => showFieldProblems(form, error),
  });
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={dialog.open}>
        Change
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title="Automatic payment"
        action="Save"
        isBusy={change.isPending}
        error={change.error}
        onSubmit={form.onSubmit(({ enabled, max_order_total, keep_balance }) =>
          change.mutate({
            body: {
              enabled,
              ...(max_order_total !== '' && { max_order_total: Number(max_order_total) }),
              keep_balance: Number(keep_balance),
            },
          }),
        )}
      >
        {draft.offer}
        <CheckField
          label="Pay new orders from the wallet"
          isFirst
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <NumberInput
          label="Largest order"
          description="Larger orders wait for you. Empty = no maximum"
          min={0.01}
          decimalScale={2}
          hideControls
          {...form.getInputProps('max_order_total')}
        />
        <NumberInput
          label="Keep in the wallet"
          description="Amount that automatic payment leaves in the wallet"
          min={0}
          decimalScale={2}
          hideControls
          {...form.getInputProps('keep_balance')}
        />
      </FormDialog>
    </>
  );
}
