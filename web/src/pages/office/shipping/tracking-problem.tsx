import { Button } from '@mantine/core';
import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isOtherDelivery } from '../../../../../src/fulfillment/shipping/same-delivery.ts';
import { getOrderOptions, readScanOptions } from '../../../api/generated/admin';
import type { ScanDto } from '../../../api/generated/admin-types';
import { keyed, beginsScan } from './key-fields';
import { gluedText, twoCodesIn } from './scanned-codes';
import { doubtOf } from './tracking-doubt';
import classes from './tracking-problem.module.css';

interface Question {
  number: string;
  orderNumber: string;
  /** Codes of the articles that are packed. */
  articles: readonly string[];
  /** Tracking numbers with which the person has just shipped. */
  recent: () => readonly string[];
  action: string;
  /** The number that may be used although another order has it. */
  allowed: { current: string };
}

/**
 * Looks a tracking number up before an order is shipped with it: a person who looks at the goods may have scanned something else.
 * - an article is refused
 * - a number of another length than the last ones, or of few characters, may be a part of a damaged label
 * - the button next to the sentence allows the number of another order, and two codes in one
 * - no key finds it for an order that goes elsewhere: far more often than couriers use a number again, a wrong label is scanned
 */
export async function problemOfTracking(
  queryClient: QueryClient,
  { number, orderNumber, articles, recent, action, allowed }: Question,
): Promise<ReactNode> {
  if (number === '' || allowed.current === number) return null;
  const allow = (): void => {
    allowed.current = number;
  };
  const asking = (sentence: string, answer: string, hasKey = true): ReactNode => (
    <span className={classes.question}>
      {sentence}
      <AllowButton label={`${answer}: ${action}`} hasKey={hasKey} onAllow={allow} />
    </span>
  );
  const options = { ...readScanOptions({ query: { text: number } }), staleTime: 0 };
  // Without an answer, sending it says why.
  const answer = await queryClient.fetchQuery(options).catch(() => null);
  if (answer?.data.found_by === 'article') return 'This is an article: scan the tracking number';
  // The number of a shipment is one, also where its halves look alike.
  const isKnown = answer?.data.found_by === 'tracking_number';
  const two = isKnown ? null : twoCodesIn(number, articles);
  if (two !== null) return asking(`${gluedText(two)}.`, 'It is one');
  const others = answer === null ? [] : otherOrders(answer.data, orderNumber);
  if (others.length === 0) {
    const doubt = doubtOf(number, recent());
    return doubt === null ? null : asking(doubt, 'It is whole');
  }
  const reads = [orderNumber, ...others].map(async (order_number) => {
    const order = { ...getOrderOptions({ path: { order_number } }), staleTime: 0 };
    return (await queryClient.fetchQuery(order)).data;
  });
  const [own, ...found] = await Promise.all(reads).catch(() => []);
  const sentence = `${number} is the tracking number of`;
  if (own === undefined) return `${sentence} ${others[0]}. Try again`;
  const elsewhere = found.find((other) => isOtherDelivery(own, other));
  if (elsewhere !== undefined) {
    const where = `${sentence} ${elsewhere.order_number}, which goes to another address.`;
    return asking(where, 'The label on this box has it', false);
  }
  return asking(`${sentence} ${others[0]}.`, 'Both are in one box');
}

function otherOrders({ found_by, orders }: ScanDto, orderNumber: string): string[] {
  if (found_by !== 'tracking_number') return [];
  return orders.map(({ order_number }) => order_number).filter((number) => number !== orderNumber);
}

interface AllowButtonProps {
  label: string;
  /** True if F7 moves the focus to it. */
  hasKey: boolean;
  onAllow: () => void;
}

/** Renders the button that allows a number and sends its form. */
function AllowButton({ label, hasKey, onAllow }: AllowButtonProps) {
  return (
    <Button
      {...(hasKey && keyed('F7'))}
      variant="default"
      onKeyDown={(event) => {
        if (beginsScan(event)) fieldOf(event.currentTarget)?.select();
      }}
      onClick={({ currentTarget }) => {
        onAllow();
        // The button goes with the question.
        fieldOf(currentTarget)?.focus();
        currentTarget.form?.requestSubmit();
      }}
    >
      {label}
    </Button>
  );
}

function fieldOf({ form }: HTMLButtonElement): HTMLInputElement | null {
  return form?.querySelector<HTMLInputElement>('[data-path="tracking_number"]') ?? null;
}
