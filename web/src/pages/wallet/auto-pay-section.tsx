import { useQuery } from '@tanstack/react-query';
import type { OwnAutoPayDto } from '../../api/generated/dashboard-types';
import { getOwnAutoPayOptions, putOwnAutoPayMutation } from '../../api/generated/dashboard';
import { useSession } from '../../frame/session';
import { FactList } from '../../shared/fact-list';
import { CheckField } from '../../shared/forms/check-field';
import { FormButton } from '../../shared/forms/form-button';
import { formatMoney } from '../../shared/format';
import { Loaded } from '../../shared/layout/loaded';
import { SectionCard } from '../../shared/layout/section-card';
import { Status } from '../../shared/status';
import { AmountField } from '../../shared/text-fields';
import { typedNumber } from '../../shared/forms/typed-number';

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
  return (
    <FormButton
      label="Change"
      title="Automatic payment"
      action="Save"
      initialValues={{
        enabled: settings.enabled,
        max_order_total: settings.max_order_total ?? '',
        keep_balance: settings.keep_balance,
      }}
      send={({ enabled, max_order_total, keep_balance }) =>
        putOwnAutoPayMutation().mutationFn({
          body: {
            enabled,
            ...(max_order_total !== '' && { max_order_total: typedNumber(max_order_total) }),
            keep_balance: typedNumber(keep_balance),
          },
        })
      }
    >
      {({ getInputProps }) => (
        <>
          <CheckField
            label="Pay new orders from the wallet"
            isFirst
            {...getInputProps('enabled', { type: 'checkbox' })}
          />
          <AmountField
            label="Largest order"
            description="Larger orders wait for you. Empty = no maximum"
            required={false}
            {...getInputProps('max_order_total')}
          />
          <AmountField
            label="Keep in the wallet"
            description="Amount that automatic payment leaves in the wallet"
            {...getInputProps('keep_balance')}
          />
        </>
      )}
    </FormButton>
  );
}
