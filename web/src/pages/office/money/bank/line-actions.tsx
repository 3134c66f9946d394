import { Button, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import type {
  BankLineDto,
  CreditLineDto,
  OtherAccountDto,
} from '../../../../api/generated/admin-types';
import {
  chargeBankLineMutation,
  creditBankLineMutation,
  ignoreBankLineMutation,
  suspendBankLineMutation,
  undoBankLineMutation,
} from '../../../../api/generated/admin';
import { ApiError } from '../../../../api/operations';
import { approvalIn } from '../../../../api/waiting';
import { CheckField } from '../../../../shared/forms/check-field';
import { ConfirmButton } from '../../../../shared/forms/confirm-button';
import { FormButton } from '../../../../shared/forms/form-button';
import { formatMoney } from '../../../../shared/format';
import { typedNumber } from '../../../../shared/forms/typed-number';
import classes from './bank.module.css';
import { PaidFirst } from '../paid-first';
import { NO_ANSWER, SimilarMoney, bodyOf } from '../similar-money';
import { LineFacts, LineToBook } from './line-columns';
import { BookLine, BookTo, useOfferedAccounts } from './other-accounts';
import { NamedByLine } from './named-by-line';
import { ReturnLine, ReturnReceipt } from './return-receipt';
import { ClientField, clientIdOf, clientText } from '../../client/client-field';
import { ReasonField, NumberField } from '../../../../shared/text-fields';

interface LineProps {
  line: BankLineDto;
}

interface CreditProps extends LineProps {
  /** Receives the line that was credited, as it was before and as it is. */
  onCredited: (before: BankLineDto, after: BankLineDto) => void;
}

interface UndoProps extends LineProps {
  onUndone: () => void;
}

/** Renders what fits a line best, and the rest after a press. What was decided can be undone. */
export function LineActions({ line, onCredited, onUndone }: CreditProps & UndoProps) {
  const [isMore, more] = useDisclosure(false);
  const accounts = useOfferedAccounts();
  const { direction, state, in_suspense: inSuspense } = line;
  // Another person decides. The state of the line says so.
  if (line.waiting_approval_id !== null) return '–';
  const undo = <UndoLine line={line} onUndone={onUndone} />;
  if (line.matched !== null) return isOfLine(line.matched) ? undo : '–';
  const isIn = direction === 'in';
  const first = isIn ? (
    <CreditLine line={line} onCredited={onCredited} />
  ) : (
    <BookLine line={line} name={nameOf(line)} />
  );
  const suggested = suggestedFor(line, accounts);
  const reason = line.suggestion?.reason;
  return (
    <span className={classes.decisions}>
      {suggested}
      {(suggested === null || isMore) && first}
      {isMore ? (
        <>
          {isIn && reason !== 'return_unbooked' && <BookLine line={line} name={nameOf(line)} />}
          {!isIn && reason !== 'return_unclear' && (
            <ReturnReceipt line={line} name={nameOf(line)} />
          )}
          {isIn && !inSuspense && <SuspendLine line={line} />}
          {state === 'ignored' || inSuspense ? undo : <IgnoreLine line={line} />}
        </>
      ) : (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`More: ${nameOf(line)}`}
          onClick={more.open}
        >
          More
        </Button>
      )}
    </span>
  );
}

/** Renders what the service suggests for a line; null: nothing, or the account for it is not offered. */
function suggestedFor(line: BankLineDto, accounts: readonly OtherAccountDto[]): ReactNode {
  const bookTo = (label: string, type: OtherAccountDto['type'], hint?: string): ReactNode => {
    const [account, another] = accounts.filter((each) => each.type === type);
    if (account === undefined) return null;
    const shown = { line, name: nameOf(line), label };
    const isSure = another === undefined && hint === undefined;
    if (isSure) return <BookTo {...shown} account={account} />;
    return <BookLine {...shown} type={type} hint={hint} />;
  };
  switch (line.suggestion?.reason) {
    case 'returned_payment':
      return <ReturnLine line={line} name={nameOf(line)} />;
    case 'return_unclear':
      return <ReturnReceipt line={line} name={nameOf(line)} />;
    case 'bank_charge':
      return <ChargeLine line={line} />;
    case 'interest':
      return bookTo('Interest', 'interest');
    case 'return_unbooked':
    case 'booking_returned': {
      const account = accounts.find(({ id }) => id === line.suggestion?.other_account_id);
      const shown = { line, name: nameOf(line) };
      return account === undefined ? (
        <BookLine {...shown} />
      ) : (
        <BookTo {...shown} label={`Other account: ${account.name}`} account={account} />
      );
    }
    case 'own_account':
      return bookTo(
        'Own account',
        'transfer',
        line.suggestion.own_account_id === null
          ? 'Several of your accounts have these digits. Choose where this transfer is booked.'
          : undefined,
      );
    default:
      return null;
  }
}

/** Returns true if an entry was made for its line. Payouts and settlements are recorded apart. */
function isOfLine({ kind }: NonNullable<BankLineDto['matched']>): boolean {
  return kind !== 'payout' && kind !== 'settlement';
}

/** Makes the name of a line in labels. */
export function nameOf({ reference, id }: BankLineDto): string {
  return reference ?? `line ${id}`;
}

function CreditLine({ line, onCredited }: CreditProps) {
  const { id, amount, suggestion } = line;
  const path = { id };
  const name = likelyOf(line)?.client_name ?? null;
  const label = name === null ? 'Credit to…' : `Credit to ${name}`;
  return (
    <FormButton
      label={label}
      aria-label={`${label}: ${nameOf(line)}`}
      title={`Credit ${formatMoney(amount)} to a client`}
      draftName={`credit ${id}`}
      action={`Credit ${formatMoney(amount)}`}
      initialValues={initialCredit(line)}
      validate={{
        client_id: (value) =>
          clientIdOf(value) === null ? 'Choose a client from the list.' : null,
      }}
      send={(values, money) =>
        creditBankLineMutation().mutationFn({ path, body: creditOf(line, values), ...money })
      }
      onSaved={(answer) => {
        if (approvalIn(answer) === null) onCredited(line, answer.data);
      }}
    >
      {(form, _, error) => (
        <>
          <SimilarMoney form={form} error={error} />
          <LineToBook line={line} />
          <NamedByLine
            suggestion={suggestion}
            chosen={form.values.client_id}
            onChoose={(value) => form.setFieldValue('client_id', value)}
          />
          <ClientField
            path="client_id"
            value={form.values.client_id}
            error={form.errors.client_id as string | undefined}
            onChange={(value) => form.setFieldValue('client_id', value)}
          />
          {orderFor(line, { ...form.values, pays_order: true }) !== null && (
            <CheckField
              label={`Pay order ${suggestion?.order_number}, which the line names`}
              {...form.getInputProps('pays_order', { type: 'checkbox' })}
            />
          )}
          <PaidFirst values={form.values} amount={amount} order={orderFor(line, form.values)} />
          <NumberField
            label="Tax that the client deducted"
            description="The wallet gets it with the amount. Empty: none"
            {...form.getInputProps('tax_deducted')}
          />
          <TextInput
            label="Cheque in hand"
            description="The number of a recorded cheque that this line clears"
            autoComplete="off"
            {...form.getInputProps('cheque')}
          />
          {(hasCheque(error) || form.values.other_money) && (
            <CheckField
              label="It is other money than a cheque in hand of this amount"
              {...form.getInputProps('other_money', { type: 'checkbox' })}
            />
          )}
        </>
      )}
    </FormButton>
  );
}

/** Returns true if the last attempt was refused because of a cheque in hand of the client and of this amount. */
function hasCheque(error: unknown): boolean {
  const body = error instanceof ApiError ? error.body : null;
  return typeof body === 'object' && body !== null && 'cheque' in body;
}

interface CreditValues {
  client_id: string;
  tax_deducted: string;
  cheque: string;
  pays_order: boolean;
  other_money: boolean;
  answer: string;
}

/** Finds what the service suggests of a line's client. Whose receipt of it was reversed is probably not the client. */
function likelyOf({ suggestion }: BankLineDto): BankLineDto['suggestion'] {
  return suggestion?.reason === 'receipt_reversed' ? null : suggestion;
}

function initialCredit(line: BankLineDto): CreditValues {
  const { client_id: id = null, client_name: name = null } = likelyOf(line) ?? {};
  return {
    client_id: id === null ? '' : clientText({ id, name: name ?? '' }),
    tax_deducted: String(line.suggestion?.tax_deducted ?? ''),
    cheque: '',
    pays_order: true,
    other_money: false,
    answer: NO_ANSWER,
  };
}

/** Finds the order that the line names and the money is to pay; null: none, as for another client or money that was recorded already. */
function orderFor({ suggestion }: BankLineDto, values: CreditValues): string | null {
  const isRecorded = values.cheque !== '' || 'same_as' in bodyOf(values.answer);
  const isOther = clientIdOf(values.client_id) !== suggestion?.client_id;
  return isRecorded || isOther || !values.pays_order ? null : (suggestion?.order_number ?? null);
}

function creditOf(line: BankLineDto, values: CreditValues): CreditLineDto {
  const { client_id: client, tax_deducted: tax, cheque, other_money: isOther, answer } = values;
  const order = orderFor(line, values);
  return {
    client_id: clientIdOf(client) ?? 0,
    ...(order !== null && { orders: [order] }),
    ...(tax !== '' && { tax_deducted: typedNumber(tax) }),
    ...(cheque !== '' && { cheque }),
    ...(isOther && { other_money: true }),
    ...bodyOf(answer),
  };
}

function ChargeLine({ line }: LineProps) {
  const { id, amount } = line;
  return (
    <ConfirmButton
      label="Bank charge"
      aria-label={`Bank charge: ${nameOf(line)}`}
      title={`Book ${formatMoney(amount)} as a charge of the bank`}
      action={`Book ${formatMoney(amount)}`}
      busy="Booking…"
      send={(money) => chargeBankLineMutation().mutationFn({ path: { id }, ...money })}
    >
      <LineToBook line={line} />
      <p>The amount goes from the bank account to the bank’s charges. No client pays it.</p>
    </ConfirmButton>
  );
}

function UndoLine({ line, onUndone }: UndoProps) {
  const { id, amount, matched } = line;
  return (
    <FormButton
      label="Undo"
      aria-label={`Undo: ${nameOf(line)}`}
      title={`Undo the decision about ${nameOf(line)}`}
      draftName={`undo ${id}`}
      action="Undo"
      initialValues={{ reason: '' }}
      send={(body, money) => undoBankLineMutation().mutationFn({ path: { id }, body, ...money })}
      onSaved={onUndone}
    >
      {(form) => (
        <>
          <LineFacts line={line} />
          <p className="soft">
            {matched?.client_name != null && `It is booked for ${matched.client_name}. `}
            {`A reversing entry takes ${formatMoney(amount)} back to where it was, and the line is open again. Possible until the month is closed.`}
          </p>
          <ReasonField description="Shown in the audit log" {...form.getInputProps('reason')} />
        </>
      )}
    </FormButton>
  );
}

function SuspendLine({ line }: LineProps) {
  const { id, amount } = line;
  return (
    <ConfirmButton
      label="Suspense"
      aria-label={`Suspense: ${nameOf(line)}`}
      title={`Book ${formatMoney(amount)} without a known owner`}
      action={`Book ${formatMoney(amount)}`}
      busy="Booking…"
      send={(money) => suspendBankLineMutation().mutationFn({ path: { id }, ...money })}
    >
      <LineToBook line={line} />
      <p>
        The money is on the bank account and waits on the account “suspense”. The line stays open
        and can be credited once its owner is known.
      </p>
    </ConfirmButton>
  );
}

function IgnoreLine({ line }: LineProps) {
  const { id } = line;
  return (
    <FormButton
      label="Ignore"
      aria-label={`Ignore: ${nameOf(line)}`}
      title={`Ignore ${nameOf(line)}`}
      draftName={`ignore ${id}`}
      action="Leave it out of the books"
      initialValues={{ reason: '' }}
      send={(body, money) => ignoreBankLineMutation().mutationFn({ path: { id }, body, ...money })}
    >
      {(form) => (
        <>
          <LineFacts line={line} />
          <ReasonField
            description="Shown with the line and in the audit log"
            {...form.getInputProps('reason')}
          />
        </>
      )}
    </FormButton>
  );
}
