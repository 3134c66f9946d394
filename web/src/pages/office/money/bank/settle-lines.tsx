import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { BankLineDto } from '../../../../api/generated/admin-types';
import {
  chargeBankLineMutation,
  creditBankLineMutation,
  listBankLinesOptions,
} from '../../../../api/generated/admin';
import { approvalIn } from '../../../../api/waiting';
import { ConfirmButton } from '../../../../shared/forms/confirm-button';
import { formatMoney, plural } from '../../../../shared/format';
import { Notice } from '../../../../shared/layout/notice';
import { problemWith } from '../../../../shared/lists/use-bulk';
import { reasonOf } from './line-state';

/** Booking of a line as the service suggests it. */
interface Settlement {
  /** End of a sentence, such as "to Asha Home Store". */
  effect: string;
  book: () => Promise<{ data: unknown }>;
}

/** Suggestions that leave nothing to decide but whether they are right. */
const UNQUESTIONED = new Set(['names_client', 'tax_deducted']);

/**
 * Returns how a line is booked without a further question. Null: a person decides about it alone.
 * - money in to the client that it names
 * - money out as a charge that the service suggests
 */
export function settlementOf(line: BankLineDto): Settlement | null {
  const { id, direction, suggestion } = line;
  if (line.waiting_approval_id !== null) return null;
  const path = { id };
  if (suggestion?.reason === 'bank_charge') {
    return {
      effect: 'as a charge of the bank',
      book: () => chargeBankLineMutation().mutationFn({ path }),
    };
  }
  if (direction === 'out' || suggestion === null || !UNQUESTIONED.has(suggestion.reason))
    return null;
  const {
    client_id: clientId,
    client_name: name,
    tax_deducted: tax,
    order_number: order,
  } = suggestion;
  if (clientId === null) return null;
  const withTax = tax === null ? '' : `, and ${formatMoney(tax)} of deducted tax`;
  const body = {
    client_id: clientId,
    ...(tax !== null && { tax_deducted: tax }),
    ...(order !== null && { orders: [order] }),
  };
  return {
    effect: `to ${name}${withTax}${order === null ? '' : `, for order ${order}`}`,
    book: () => creditBankLineMutation().mutationFn({ path, body }),
  };
}

/** Says why a line cannot be selected; undefined: it can. */
export function whyNotSelected(line: BankLineDto): string | undefined {
  if (settlementOf(line) !== null) return undefined;
  if (line.waiting_approval_id !== null) return 'It waits for another person.';
  if (line.matched !== null) return 'It is booked already.';
  if (line.state === 'ignored') return 'It is ignored.';
  const why = line.suggestion === null ? 'Nothing is suggested for it' : reasonOf(line.suggestion);
  return `A person decides about it alone: ${why}.`;
}

/** The most recent ignored lines that are read before lines are booked. */
const IGNORED_LINES = 500;

interface SettleLinesProps {
  accountId: number;
  lines: readonly BankLineDto[];
  onSettled: (refused: readonly BankLineDto[]) => void;
}

/** Renders the button that books the selected lines, after it has named what becomes of each. */
export function SettleLines({ accountId, lines, onSettled }: SettleLinesProps) {
  const queryClient = useQueryClient();
  const name = `Book ${plural(lines.length, 'line')}`;
  const [refused, setRefused] = useState<ReadonlyMap<BankLineDto, string>>(new Map());
  return (
    <>
      <ConfirmButton
        label={`${name}…`}
        title={`${name} as suggested`}
        action={name}
        busy="Booking…"
        size="sm"
        send={async () => {
          // The service would credit a line that a colleague ignored since it was selected: this decision is a later one.
          const query = {
            bank_account_id: accountId,
            state: 'ignored',
            limit: IGNORED_LINES,
          } as const;
          const { data } = await queryClient.fetchQuery(listBankLinesOptions({ query }));
          const ignored = new Set(data.map(({ id }) => id));
          // One after the other. A line that was booked before stays as it is, so that all can be sent again.
          const answers: unknown[] = [];
          const problems = new Map<BankLineDto, string>();
          for (const line of lines) {
            const problem = ignored.has(line.id)
              ? 'A colleague has ignored this line meanwhile.'
              : await problemWith(async () => {
                  answers.push(await settlementOf(line)?.book());
                });
            if (problem !== null) problems.set(line, problem);
          }
          setRefused(problems);
          onSettled([...problems.keys()]);
          return answers.find(approvalIn);
        }}
      >
        <ul>
          {lines.map((line) => (
            <li key={line.id}>
              {`${formatMoney(line.amount)} ${settlementOf(line)?.effect} (${line.description})`}
            </li>
          ))}
        </ul>
        {lines.some(({ direction }) => direction === 'in') && (
          <p className="soft">
            Names and accounts of payers are remembered for the clients that get the money.
          </p>
        )}
      </ConfirmButton>
      {refused.size > 0 && (
        <Notice tone="bad" title={`${plural(refused.size, 'line')} not booked.`} isAlert>
          {[...refused].map(([{ id, amount, description }, problem]) => (
            <p key={id}>{`${formatMoney(amount)} (${description}): ${problem}`}</p>
          ))}
        </Notice>
      )}
    </>
  );
}
