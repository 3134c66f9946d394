import { Button, TextInput, type ButtonProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { claimTransferMutation, getBankAccountOptions } from '../api/generated/dashboard';
import { CopyButton } from '../shared/copy-button';
import { FactList } from '../shared/fact-list';
import { FormDialog } from '../shared/forms/form-dialog';
import { plural, shopToday } from '../shared/format';
import { useSavedForm } from '../shared/forms/use-saved-form';
import { AmountField } from '../shared/text-fields';
import classes from './claim-transfer.module.css';

interface ClaimTransferProps extends Pick<ButtonProps, 'size'> {
  label: string;
  /** Orders to pay with the transfer, and their sum. */
  orderNumbers?: readonly string[];
  amount?: number;
  onClaimed?: () => void;
}

interface Claim {
  utr: string;
  amount: number | string;
  date: string;
}

/** Claims a bank transfer, optionally for certain orders. Renders nothing if the wholesaler has no account. */
export function ClaimTransfer({ label, size, onClaimed, ...wanted }: ClaimTransferProps) {
  const { orderNumbers = [], amount } = wanted;
  const [isOpen, dialog] = useDisclosure(false);
  const account = useQuery(getBankAccountOptions());
  const initialValues: Claim = { utr: '', amount: amount ?? '', date: shopToday() };
  const { form, draft, save } = useSavedForm({
    name: `transfer ${orderNumbers.join(' ')}`,
    isOpen,
    initialValues,
    send: ({ utr, amount: sum, date }: Claim, money) =>
      claimTransferMutation().mutationFn({
        body: {
          utr,
          amount: Number(sum),
          date,
          ...(orderNumbers.length > 0 && { order_numbers: [...orderNumbers] }),
        },
        ...money,
      }),
    onShown: () => {
      form.reset();
      dialog.close();
      onClaimed?.();
    },
  });
  const open = (): void => {
    // The page may be open since yesterday.
    form.setInitialValues({ ...initialValues, date: shopToday() });
    form.reset();
    save.reset();
    dialog.open();
  };
  if (account.data?.data.details == null) return null;
  return (
    <>
      <Button variant="default" size={size} onClick={open}>
        {label}
      </Button>
      <FormDialog
        opened={isOpen}
        onClose={dialog.close}
        title="I have sent a bank transfer"
        action="Send claim"
        isBusy={save.isPending}
        error={save.error}
        onSubmit={form.onSubmit((values) => save.mutate(values))}
      >
        {draft.offer}
        <TransferAccount />
        {orderNumbers.length > 0 && (
          <p className="soft">
            It pays {plural(orderNumbers.length, 'order')} once it is confirmed; the rest goes to
            your wallet.
          </p>
        )}
        <ClaimFields form={form} />
      </FormDialog>
    </>
  );
}

/** Renders the account to which clients send money, and the reference by which it is found. */
export function TransferAccount() {
  const account = useQuery(getBankAccountOptions());
  const { details, payment_reference: reference = '' } = account.data?.data ?? {};
  return (
    <FactList
      facts={[
        ['Account', <span className={classes.lines}>{details}</span>],
        [
          'Your payment reference',
          <span key="reference">
            <span className="mono">{reference}</span>{' '}
            <CopyButton value={reference} what="payment reference" />
          </span>,
        ],
      ]}
    />
  );
}

function ClaimFields({ form }: { form: UseFormReturnType<Claim> }) {
  return (
    <>
      <TextInput
        label="UTR"
        description="Your bank’s number of the transfer"
        required
        data-autofocus
        {...form.getInputProps('utr')}
      />
      <AmountField {...form.getInputProps('amount')} />
      <TextInput
        label="Sent on"
        type="date"
        required
        max={shopToday()}
        {...form.getInputProps('date')}
      />
    </>
  );
}
