import { Button, TextInput, type ButtonProps } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { STATUS_SETS } from '../../../src/orders/lifecycle/order-lifecycle.ts';
import {
  claimTransferMutation,
  getBankAccountOptions,
  listOwnOrdersOptions,
} from '../api/generated/dashboard';
import type { ClaimTransferDto, ClientOrderDto } from '../api/generated/dashboard-types';
import { CheckList } from '../shared/check-list';
import { CopyButton } from '../shared/copy-button';
import { FactList } from '../shared/fact-list';
import { FormDialog } from '../shared/forms/form-dialog';
import { formatMoney, plural, shopToday, sumOf } from '../shared/format';
import { useSavedForm } from '../shared/forms/use-saved-form';
import { AmountField } from '../shared/text-fields';
import { typedNumber, amountOf } from '../shared/forms/typed-number';
import classes from './claim-transfer.module.css';

interface ClaimTransferProps extends Pick<ButtonProps, 'size'> {
  label: string;
  /** Orders to pay with the transfer, and their sum. Left out: the dialog offers the unpaid ones. */
  orderNumbers?: readonly string[];
  amount?: number;
  onClaimed?: () => void;
}

interface Claim {
  utr: string;
  amount: number | string;
  date: string;
  /** Orders that the person has ticked; null: those that the amount pays. */
  chosen: string[] | null;
}

/** Claims a bank transfer for orders, or for the wallet. Renders nothing if the wholesaler has no account. */
export function ClaimTransfer({ label, size, onClaimed, ...wanted }: ClaimTransferProps) {
  const { orderNumbers: given, amount } = wanted;
  const [isOpen, dialog] = useDisclosure(false);
  const account = useQuery(getBankAccountOptions());
  const unpaid = useUnpaidOrders(isOpen && given === undefined);
  const initialValues: Claim = { utr: '', amount: amount ?? '', date: shopToday(), chosen: null };
  const ordersOf = ({ chosen, amount: sum }: Claim): readonly string[] =>
    given ?? chosen ?? paidBy(amountOf(sum), unpaid);
  const { form, draft, save } = useSavedForm({
    name: `transfer ${(given ?? []).join(' ')}`,
    isOpen,
    initialValues,
    send: (claim: Claim, money) =>
      claimTransferMutation().mutationFn({ body: toClaim(claim, ordersOf(claim)), ...money }),
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
  const { details = null, upi_address: upi = null } = account.data?.data ?? {};
  if (details === null && upi === null) return null;
  return (
    <>
      <Button variant="default" size={size} onClick={open}>
        {label}
      </Button>
      <FormDialog
        fields={form}
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
        <ClaimFields form={form} />
        <OrdersOfClaim
          unpaid={unpaid}
          orders={ordersOf(form.values)}
          onChange={(chosen) => form.setValues({ chosen })}
        />
      </FormDialog>
    </>
  );
}

function toClaim({ utr, amount, date }: Claim, numbers: readonly string[]): ClaimTransferDto {
  const orders = numbers.length > 0 && { order_numbers: [...numbers] };
  return { utr, amount: typedNumber(amount), date, ...orders };
}

interface OrdersOfClaimProps {
  /** Orders to choose from; empty if the page has chosen. */
  unpaid: readonly ClientOrderDto[];
  orders: readonly string[];
  onChange: (numbers: string[]) => void;
}

/** Renders the orders that a transfer pays, and what becomes of the rest of it. */
function OrdersOfClaim({ unpaid, orders, onChange }: OrdersOfClaimProps) {
  return (
    <>
      {unpaid.length > 0 && (
        <CheckList
          legend="Orders to pay"
          options={unpaid.map(({ order_number, store_order_id, total }) => ({
            value: order_number,
            label: `${order_number} ${formatMoney(total)}`,
            description: store_order_id ?? undefined,
          }))}
          chosen={orders}
          onChange={onChange}
        />
      )}
      <p className="soft" aria-live="polite">
        {orders.length > 0
          ? `It pays ${plural(orders.length, 'order')} once it is confirmed; the rest goes to your wallet.`
          : 'It goes to your wallet once it is confirmed.'}
      </p>
    </>
  );
}

/** Most orders that a claim names. */
const AT_ONCE = 200;

/** Reads the unpaid orders, the one that expires first on top. */
export function useUnpaidOrders(enabled: boolean): readonly ClientOrderDto[] {
  const status = STATUS_SETS.awaitingPayment.join(',');
  const query = { status, sort: 'created_at', limit: AT_ONCE } as const;
  return useQuery({ ...listOwnOrdersOptions({ query }), enabled }).data?.data ?? [];
}

/** Picks the orders that an amount pays, from the top; one that is too dear is left out. */
export function paidBy(amount: number, orders: readonly ClientOrderDto[]): string[] {
  let left = amount;
  const paid = orders.filter(({ total }) => {
    if (total > left) return false;
    left = sumOf([left, -total]);
    return true;
  });
  return paid.map(({ order_number }) => order_number);
}

/** Renders the account to which clients send money, and the reference by which it is found. */
export function TransferAccount() {
  const account = useQuery(getBankAccountOptions());
  const {
    details,
    upi_address: upi = null,
    payment_reference: reference = '',
  } = account.data?.data ?? {};
  return (
    <FactList
      facts={[
        ['Account', <span className={classes.lines}>{details}</span>],
        ...(upi === null ? [] : [['UPI address', upi] as const]),
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
