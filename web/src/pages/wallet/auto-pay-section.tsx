import { Button, NumberInput } from '@mantine/core';
import '@mantine/core/styles/NumberInput.layer.css';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import type { OwnAutoPayDto } from '../../api/generated/dashboard/dashboard-api.schemas';
import {
  getOwnAutoPayOptions,
  putOwnAutoPayMutation,
} from '../../api/generated/dashboard/dashboard-api.tanstack';
import { useSession } from '../../frame/session';
import { FactList } from '../../shared/fact-list';
import { CheckField } from '../../shared/forms/check-field';
import { FormDialog } from '../../shared/forms/form-dialog';
import { useSavedForm } from '../../shared/forms/use-saved-form';
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
  const { form, draft, save } = useSavedForm({
    name: 'automatic payment',
    isOpen,
    initialValues: {
      enabled: settings.enabled,
      max_order_total: settings.max_order_total ?? '',
      keep_balance: settings.keep_balance,
    },
    send: putOwnAutoPayMutation().mutationFn,
    onShown: dialog.close,
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
        isBusy={save.isPending}
        error={save.error}
        onSubmit={form.onSubmit(({ enabled, max_order_total, keep_balance }) =>
          save.mutate({
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
