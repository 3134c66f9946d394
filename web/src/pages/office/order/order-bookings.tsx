import { Button, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import {
  bookOrdersMutation,
  cancelBookingMutation,
  fetchLabelAgainMutation,
  listCourierAccountsOptions,
  resolveBookingMutation,
  retryBookingMutation,
} from '../../../api/generated/admin';
import type { BookedOrderDto, FetchedLabelDto } from '../../../api/generated/admin-types';
import { isIn } from '../../../../../src/orders/lifecycle/order-lifecycle.ts';
import { useMay } from '../../../frame/session';
import { FactList } from '../../../shared/fact-list';
import { FormProblem } from '../../../shared/forms/form-problem';
import { SectionCard } from '../../../shared/layout/section-card';
import { formatCount } from '../../../shared/format';
import { Money } from '../../../shared/money';
import { StatusOf, type StatusRow } from '../../../shared/status';
import { Time } from '../../../shared/time';
import { labelPaperOf, labelsAddress, refusalOf } from '../shipping/picking/booking-actions';
import { WaitingAccounts } from '../shipping/picking/courier-day';

type Booking = BookedOrderDto['bookings'][number];

/** Time after which an order is read again while the service changes a booking of it. */
const ASK_AGAIN_MS = 2_000;

const STATES: Record<Booking['state'], StatusRow> = {
  wanted: { tone: 'moving', label: 'Waits to be booked' },
  calling: { tone: 'moving', label: 'Being booked' },
  unknown: { tone: 'waiting', label: 'The courier did not answer; it is asked' },
  booked: { tone: 'ok', label: 'Booked' },
  refused: { tone: 'bad', label: 'Refused by the courier' },
  needs_person: { tone: 'bad', label: 'Needs a decision' },
  canceling: { tone: 'waiting', label: 'Being canceled' },
  canceled: { tone: 'calm', label: 'Canceled' },
  handed_over: { tone: 'ok', label: 'Handed over' },
};

/** States that the service changes automatically. */
const MOVING: ReadonlySet<Booking['state']> = new Set([
  'wanted',
  'calling',
  'unknown',
  'canceling',
]);
const RETRYABLE: ReadonlySet<Booking['state']> = new Set(['refused', 'needs_person']);

/** What a problem means for people. */
const PROBLEMS: Readonly<Record<string, string>> = {
  unknown_too_long: 'The courier did not say whether it is booked. Look it up on its pages.',
  two_awbs: 'The courier gave a second AWB that could not be canceled.',
  cancel_refused: 'The courier refused to cancel it.',
  moving_but_canceled: 'It was to be canceled, but the courier has the box already.',
  picked_up_not_shippable: 'The courier has the box, but the order cannot be shipped.',
  keys_refused: 'The courier does not accept the keys of the account.',
  no_money_at_courier: 'The account with the courier has too little money.',
  pickup_place_unknown: 'The courier does not know the pick-up place of the account.',
  duplicate_of_another: 'The courier has another booking with this AWB or reference.',
};

/** Returns the time after which an order is to be read again; false: it need not be. */
export function askAgainAfter(order: BookedOrderDto | undefined): number | false {
  return order?.bookings.some(({ state }) => MOVING.has(state)) ? ASK_AGAIN_MS : false;
}

/** Renders the bookings of an order with couriers, and what can be done about them. */
export function OrderBookings({ order }: { order: BookedOrderDto }) {
  const { order_number, status, bookings } = order;
  const queryClient = useQueryClient();
  const mayShip = useMay('orders:ship');
  const accounts = useQuery(listCourierAccountsOptions()).data?.data ?? [];
  const book = useMutation({
    mutationFn: async () => {
      const { data } = await bookOrdersMutation().mutationFn({
        body: { orders: [{ order_number }] },
      });
      return data[0];
    },
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const isBookable = isIn('shippable', status) && accounts.some(({ active }) => active);
  if (bookings.length === 0 && !isBookable) return null;
  const waiting = new Set(
    bookings.filter(({ state }) => state === 'wanted').map(({ account_id }) => account_id),
  );
  const refusal = book.data?.outcome === 'refused' ? refusalOf(book.data) : null;
  return (
    <SectionCard
      title="Bookings"
      aside={
        mayShip &&
        isBookable && (
          <Button
            size="sm"
            variant="default"
            loading={book.isPending}
            onClick={() => book.mutate()}
          >
            Book with the courier
          </Button>
        )
      }
    >
      <FormProblem error={book.error} title="The order was not booked." />
      {refusal !== null && <p role="alert">{`The order was not booked: ${refusal}`}</p>}
      {bookings.length === 0 && <p className="soft">Nothing of it is booked.</p>}
      <WaitingAccounts accounts={accounts.filter(({ id }) => waiting.has(id))} />
      {bookings.map((booking) => (
        <OneBooking key={booking.id} booking={booking} mayShip={mayShip} />
      ))}
    </SectionCard>
  );
}

function OneBooking({ booking, mayShip }: { booking: Booking; mayShip: boolean }) {
  const { state, awb, courier_name, account, problem, problem_words, freight } = booking;
  const words = problem === null ? null : (PROBLEMS[problem] ?? problem);
  return (
    <section aria-label={awb ?? booking.reference}>
      <p>
        <StatusOf {...STATES[state]} /> <strong className="mono">{awb}</strong>
      </p>
      <FactList
        facts={[
          ['Courier', courier_name ?? account],
          ...(words === null
            ? []
            : [['Problem', [words, problem_words].filter(Boolean).join(' ')] as const]),
          ['Weight', weightOf(booking)],
          ['Box', booking.box.name],
          ...(freight == null
            ? []
            : [['Freight', <Money key="freight" amount={freight} />] as const]),
          [
            'Label',
            booking.label_printed_at && <Time key="printed" at={booking.label_printed_at} />,
          ],
          [
            'Handed over',
            booking.handed_over_at && <Time key="over" at={booking.handed_over_at} />,
          ],
        ]}
      />
      {mayShip && <BookingButtons booking={booking} />}
    </section>
  );
}

function weightOf({ weight_grams, charged_grams }: Booking): string {
  const ours = `${weight_grams / 1000} kg`;
  return charged_grams === null ? ours : `${ours}; the courier bills ${charged_grams / 1000} kg`;
}

function BookingButtons({ booking }: { booking: Booking }) {
  const { id, state, problem, label_of_courier: isFile } = booking;
  const queryClient = useQueryClient();
  const onSuccess = (): Promise<void> => queryClient.invalidateQueries();
  const cancel = useMutation({ ...cancelBookingMutation(), onSuccess });
  const retry = useMutation({ ...retryBookingMutation(), onSuccess });
  const fetching = useMutation(fetchLabelAgainMutation());
  const path = { id };
  const isAsked = state === 'needs_person' && problem === 'unknown_too_long';
  const isEnded = state === 'canceled' || state === 'canceling' || state === 'handed_over';
  return (
    <>
      <FormProblem error={cancel.error ?? retry.error ?? fetching.error} title="It was not done." />
      <div className="buttons">
        {state === 'booked' && (
          <Button
            size="sm"
            variant="default"
            component="a"
            href={labelsAddress([id], labelPaperOf(undefined))}
            target="_blank"
            rel="noreferrer"
          >
            Print label
          </Button>
        )}
        {state === 'booked' && isFile && (
          <Button
            size="sm"
            variant="default"
            loading={fetching.isPending}
            onClick={() => fetching.mutate({ path })}
          >
            Fetch label again
          </Button>
        )}
        {RETRYABLE.has(state) && (
          <Button
            size="sm"
            variant="default"
            loading={retry.isPending}
            onClick={() => retry.mutate({ path })}
          >
            Book again
          </Button>
        )}
        {!isEnded && (
          <Button
            size="sm"
            variant="default"
            loading={cancel.isPending}
            onClick={() => cancel.mutate({ path })}
          >
            Cancel booking
          </Button>
        )}
      </div>
      {fetching.data && <p role="status">{fetchedText(fetching.data.data)}</p>}
      {isAsked && <ResolveForm id={id} />}
    </>
  );
}

/** Says what a label that was fetched again replaced. */
function fetchedText({ bytes, replaced_bytes: before }: FetchedLabelDto): string {
  const size = `The courier sent a label of ${formatCount(bytes)} bytes`;
  if (before === null) return `${size}; none was stored before.`;
  return `${size}, in place of one of ${formatCount(before)} bytes.`;
}

/** Renders the question whether a booking without an answer is booked, as the courier's pages show it. */
function ResolveForm({ id }: { id: number }) {
  const queryClient = useQueryClient();
  const resolve = useMutation({
    ...resolveBookingMutation(),
    onSuccess: () => queryClient.invalidateQueries(),
  });
  const [awb, setAwb] = useState('');
  const path = { id };
  return (
    <>
      <FormProblem error={resolve.error} title="It was not done." />
      <form
        className="buttons"
        onSubmit={(event) => {
          event.preventDefault();
          resolve.mutate({ path, body: { outcome: 'booked', awb: awb.trim() } });
        }}
      >
        <TextInput
          label="AWB on the courier’s pages"
          value={awb}
          onChange={(event) => setAwb(event.currentTarget.value)}
        />
        <Button type="submit" size="sm" variant="default" disabled={awb.trim() === ''}>
          It is booked
        </Button>
        <Button
          size="sm"
          variant="default"
          onClick={() => resolve.mutate({ path, body: { outcome: 'not_booked' } })}
        >
          It is not booked
        </Button>
      </form>
    </>
  );
}
