import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import {
  listCourierAccountsOptions,
  listCourierKindsOptions,
} from '../../../../api/generated/admin';
import type { CourierPushKeyDto } from '../../../../api/generated/admin-types';
import { useMay } from '../../../../frame/session';
import { Loaded } from '../../../../shared/layout/loaded';
import { SecretNotice } from '../../../../shared/layout/secret-notice';
import { SectionCard } from '../../../../shared/layout/section-card';
import { AccountCard } from './account-card';
import { AddAccount } from './account-forms';
import classes from './couriers.module.css';

/** Renders the accounts with couriers that shipments are booked with. */
export function AccountsSection() {
  const accounts = useQuery(listCourierAccountsOptions());
  const kinds = useQuery(listCourierKindsOptions());
  const mayWrite = useMay('couriers:write');
  const [pushKey, setPushKey] = useState<CourierPushKeyDto | null>(null);
  return (
    <>
      {pushKey !== null && (
        <SecretNotice
          title={`The secret of ${pushKey.account.name}’s updates`}
          advice={`Enter it at the courier as the value of the header ${pushKey.account.push.header} or Authorization, with the address of updates below. It is shown only once.`}
          secret={pushKey.push_secret}
          onStored={() => setPushKey(null)}
        />
      )}
      <Loaded query={accounts} what="The accounts with couriers" rows={3}>
        {({ data }) => (
          <>
            <SectionCard title="Accounts with couriers">
              <div className={classes.form}>
                <p className="soft small">
                  With an account, the tracking number, the label and every scan come from the
                  courier, without typing. An account stands for a contract and one pick-up place.
                </p>
                {mayWrite ? (
                  <div className="buttons">
                    <AddAccount kinds={kinds.data?.data ?? []} onPushKey={setPushKey} />
                  </div>
                ) : (
                  <p className="soft small">Owners add and change accounts.</p>
                )}
              </div>
            </SectionCard>
            {data.map((account) => (
              <AccountCard key={account.id} account={account} onPushKey={setPushKey} />
            ))}
          </>
        )}
      </Loaded>
    </>
  );
}
