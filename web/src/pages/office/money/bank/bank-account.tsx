import type { BankAccountRecordDto } from '../../../../api/generated/admin-types';
import { makeBankAccountDefaultMutation } from '../../../../api/generated/admin';
import { useMay } from '../../../../frame/session';
import { ConfirmButton } from '../../../../shared/forms/confirm-button';
import { formatDay } from '../../../../shared/format';
import { FactList } from '../../../../shared/fact-list';
import { SectionCard } from '../../../../shared/layout/section-card';
import { Money } from '../../../../shared/money';
import { ChangeBankAccount, SetOpening } from './bank-account-forms';

/** Renders the settings of a bank account. */
export function BankAccount({ account }: { account: BankAccountRecordDto }) {
  const { name, ifsc, account_last4: last4, details, is_default: isDefault } = account;
  const { opened_on: openedOn, opening_balance: opening, charge_limit: limit } = account;
  const mayWrite = useMay('money:write');
  return (
    <SectionCard
      title={name}
      aside={
        mayWrite && (
          <span className="actions">
            <ChangeBankAccount account={account} />
            <SetOpening account={account} />
            {!isDefault && <MakeDefault account={account} />}
          </span>
        )
      }
    >
      <FactList
        facts={[
          ['Clients send money to it', isDefault ? 'Yes' : 'No'],
          ['IFSC', ifsc],
          ['Account number', last4 === null ? null : `…${last4}`],
          ['Printed for clients', details],
          ['UPI address', account.upi_address],
          ['Charges are suggested up to', <Money amount={limit} />],
          ['Compared with the bank from', openedOn === null ? null : formatDay(openedOn)],
          ['Opening balance', <Money amount={opening} />],
        ]}
      />
    </SectionCard>
  );
}

function MakeDefault({ account: { id, name } }: { account: BankAccountRecordDto }) {
  return (
    <ConfirmButton
      label="Make default"
      title={`Let clients send money to ${name}`}
      action={`Make ${name} the default`}
      busy="Saving…"
      send={() => makeBankAccountDefaultMutation().mutationFn({ path: { id } })}
    >
      <p>
        Clients see its details from now on. Receipts and payouts that name no bank account are its
        own, and statements are read for it unless another is chosen.
      </p>
    </ConfirmButton>
  );
}
