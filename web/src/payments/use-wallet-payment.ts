import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { WalletPaymentDto } from '../api/generated/admin-types';
import type { PayOutcomeDto } from '../api/generated/dashboard-types';

/** The result of a payment from a wallet for one order. */
export type PaymentOutcome = PayOutcomeDto | WalletPaymentDto;

/** Orders that one call pays. */
const CALL_MAX = 200;

type OnAnswered = (numbers: ReadonlySet<string>) => void;

interface Paid {
  numbers: readonly string[];
  onAnswered: OnAnswered | undefined;
}

export interface WalletPayment {
  isPaying: boolean;
  /** Number of orders paid or refused so far. */
  paidCount: number;
  error: Error | null;
  /** Result of the last payment for each order; null before the first payment. */
  outcomes: readonly PaymentOutcome[] | null;
  /** Pays orders. @param onAnswered gets the numbers of the orders with an outcome; paying the others again is safe */
  pay: (numbers: readonly string[], onAnswered?: OnAnswered) => void;
  forgetOutcomes: () => void;
}

/**
 * Pays orders from wallets, at most 200 in a call, in the given order.
 *
 * @param send one call
 */
export function useWalletPayment(
  send: (numbers: string[]) => Promise<{ data: readonly PaymentOutcome[] }>,
): WalletPayment {
  const [paidCount, setPaidCount] = useState(0);
  const queryClient = useQueryClient();
  // Kept apart from the mutation's result, because earlier calls stay paid if a later one fails.
  const [outcomes, setOutcomes] = useState<readonly PaymentOutcome[]>([]);
  const payment = useMutation({
    mutationFn: async ({ numbers, onAnswered }: Paid) => {
      const answered: PaymentOutcome[] = [];
      setOutcomes([]);
      try {
        for (let at = 0; at < numbers.length; at += CALL_MAX) {
          setPaidCount(at);
          answered.push(...(await send(numbers.slice(at, at + CALL_MAX))).data);
        }
      } finally {
        setOutcomes(answered);
        onAnswered?.(new Set(answered.map(({ order_number }) => order_number)));
      }
    },
    onSettled: () => queryClient.invalidateQueries(),
  });
  return {
    isPaying: payment.isPending,
    paidCount,
    error: payment.error,
    outcomes: outcomes.length === 0 ? null : outcomes,
    pay: (numbers, onAnswered) => payment.mutate({ numbers, onAnswered }),
    forgetOutcomes: () => setOutcomes([]),
  };
}

/** Sorts orders as they are to be paid: the one that expires first first. All were placed before they expire, equally long. */
export function byExpiry<Order extends { created_at: string }>(orders: readonly Order[]): Order[] {
  return orders.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at));
}
