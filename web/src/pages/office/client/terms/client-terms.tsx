import type { ReactNode } from 'react';
import type { ClientDto } from '../../../../api/generated/admin-types';
import { useMay } from '../../../../frame/session';
import layout from '../../../../order/order-layout.module.css';
import { FactList } from '../../../../shared/fact-list';
import { Money } from '../../../../shared/money';
import { SectionCard } from '../../../../shared/layout/section-card';
import { BillingAddress } from '../../../../shared/tax/address-text';
import { GstinText } from '../../../../shared/tax/gstin-text';
import { SubscriptionStatus } from '../../../../shared/terms/subscription-status';
import { Time } from '../../../../shared/time';
import { CreditTerms } from './credit-terms';
import { EditClient } from './edit-client';
import { EditSubscription } from './edit-subscription';
import { EditTaxData, SEZ_LABELS } from './edit-tax-data';

/** Renders a client's subscription, company data and limits on unpaid orders, and changes them. */
export function ClientTerms({ client }: { client: ClientDto }) {
  const { subscription } = client;
  const mayWrite = useMay('clients:write');
  const seesMoney = useMay('money:read');
  return (
    <div className={layout.layout}>
      <div className={layout.column}>
        <SectionCard title="Subscription" aside={mayWrite && <EditSubscription client={client} />}>
          <FactList
            facts={[
              ['Status', <SubscriptionStatus key="status" subscription={subscription} />],
              ['Plan', subscription?.plan],
              ['Began', subscription && <Time key="began" at={subscription.starts_at} />],
              ['Ends', subscription && endOf(subscription.ends_at)],
              ...(subscription?.grace_ends_at == null
                ? []
                : [['Grace until', <Time key="grace" at={subscription.grace_ends_at} />] as const]),
            ]}
          />
        </SectionCard>
        {seesMoney && <CreditTerms client={client} />}
      </div>
      <div className={layout.column}>
        <SectionCard title="Company and limits" aside={mayWrite && <EditClient client={client} />}>
          <FactList
            facts={[
              ['Email', client.email],
              ['Unpaid units', unitLimit(client.max_reserved_units)],
              ...valueLimitOf(client),
              ['Client since', <Time key="since" at={client.created_at} />],
            ]}
          />
        </SectionCard>
        <SectionCard title="Tax data" aside={mayWrite && <EditTaxData client={client} />}>
          <FactList
            facts={[
              [
                'Billing address',
                <BillingAddress
                  key="address"
                  billing={client.billing}
                  text={client.billing_address}
                />,
              ],
              [
                'GSTIN',
                client.gstin === null ? (
                  'Unregistered'
                ) : (
                  <GstinText key="gstin" gstin={client.gstin} />
                ),
              ],
              ['Special economic zone', client.sez === null ? 'No' : SEZ_LABELS[client.sez]],
            ]}
          />
        </SectionCard>
      </div>
    </div>
  );
}

function endOf(endsAt: string | null) {
  return endsAt === null ? 'No end' : <Time at={endsAt} />;
}

/** Writes the text of a limit: 0 = unlimited, null = default of the settings. */
function unitLimit(limit: number | null) {
  if (limit === null) return 'Default limit';
  return limit === 0 ? 'No limit' : `At most ${limit}`;
}

/** Reads the limit on the value; nothing for operators who see no prices. */
function valueLimitOf({ max_open_value: limit }: ClientDto): [string, ReactNode][] {
  if (limit === undefined) return [];
  if (limit === null) return [['Unpaid value', 'Default limit']];
  if (limit === 0) return [['Unpaid value', 'No limit']];
  const most = (
    <>
      At most <Money amount={limit} />
    </>
  );
  return [['Unpaid value', most]];
}
