import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { LabelPaper, Paper } from '../../../../../../src/identity/brand/papers.ts';
import { LABEL_PAPERS } from '../../../../../../src/identity/brand/papers.ts';
import type {
  HandOverReportDto,
  OrderToPickDto,
  WantOutcomeDto,
} from '../../../../api/generated/admin-types';
import {
  bookOrdersMutation,
  getBrandOptions,
  handOverBookingsMutation,
  listOrdersToPickOptions,
  retryBookingMutation,
} from '../../../../api/generated/admin';
import { OrderLink } from '../../../../order/order-link';
import { FormProblem } from '../../../../shared/forms/form-problem';
import { plural } from '../../../../shared/format';
import { Icon } from '../../../../shared/icon';
import { Progress } from '../../../../shared/layout/progress';
import { BulkOutcomes } from '../../../../shared/lists/bulk-outcomes';
import { problemWith } from '../../../../shared/lists/use-bulk';
import { csvAddress } from '../../../../shared/lists/csv-address';

/** Bookings of one call or print. */
const AT_ONCE = 200;
/** Labels in one file of a courier. */
const FILE_LABELS = 50;
/** Time between two looks at what is being booked. */
const ASK_AGAIN_MS = 2_000;

type Booking = OrderToPickDto['bookings'][number];

type Sent = Pick<WantOutcomeDto, 'order_number' | 'outcome' | 'message' | 'errors'>;

interface Refused {
  orderNumber: string;
  problem: string;
}

export interface PackingWork {
  isBusy: boolean;
  error: unknown;
  /** Numbers of the orders that were booked last. */
  booked: readonly string[];
  /** null: nothing was done, or its outcome was closed. */
  outcome: { title: string; refused: readonly Refused[] } | null;
  book: (orders: readonly OrderToPickDto[]) => void;
  /** Sends what the courier refused, or could not take, again. */
  bookAgain: (orders: readonly OrderToPickDto[]) => void;
  handOver: (bookings: readonly Booking[]) => void;
  forget: () => void;
}

/** Books orders and hands bookings over. */
export function usePackingWork(): PackingWork {
  const queryClient = useQueryClient();
  const onSuccess = (): Promise<void> => queryClient.invalidateQueries();
  const booking = useMutation({ mutationFn: (send: () => Promise<Sent[]>) => send(), onSuccess });
  const handing = useMutation({
    mutationFn: async (bookings: readonly Booking[]) => {
      const ids = bookings.slice(0, AT_ONCE).map(({ id }) => id);
      return (await handOverBookingsMutation().mutationFn({ body: { ids } })).data;
    },
    onSuccess,
  });
  const { reset: forgetBooking } = booking;
  const { reset: forgetHanding } = handing;
  return {
    isBusy: booking.isPending || handing.isPending,
    error: booking.error ?? handing.error,
    booked: (booking.data ?? [])
      .filter(({ outcome }) => outcome !== 'refused')
      .map(({ order_number }) => order_number),
    outcome: handing.data ? handedOver(handing.data) : booking.data ? booked(booking.data) : null,
    book: (orders) => {
      forgetHanding();
      booking.mutate(() => sendNew(orders));
    },
    bookAgain: (orders) => {
      forgetHanding();
      booking.mutate(() => sendAgain(orders));
    },
    handOver: (bookings) => {
      forgetBooking();
      handing.mutate(bookings);
    },
    forget: () => {
      forgetBooking();
      forgetHanding();
    },
  };
}

async function sendNew(orders: readonly OrderToPickDto[]): Promise<Sent[]> {
  const body = orders.slice(0, AT_ONCE).map(({ order_number }) => ({ order_number }));
  return (await bookOrdersMutation().mutationFn({ body: { orders: body } })).data;
}

/** Sends the bookings that have a problem again, one after the other. */
async function sendAgain(orders: readonly OrderToPickDto[]): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const { order_number, bookings } of orders.slice(0, AT_ONCE)) {
    for (const { id } of bookings.filter(hasProblem)) {
      const again = () => retryBookingMutation().mutationFn({ path: { id } });
      const message = await problemWith(again);
      const outcome = message === null ? 'wanted' : 'refused';
      sent.push({ order_number, outcome, message, errors: [] });
    }
  }
  return sent;
}

function hasProblem({ state }: Booking): boolean {
  return state === 'problem';
}

/** Says why an order was not booked: its first field at fault, else the refusal as a whole. */
export function refusalOf({ errors, message }: Pick<WantOutcomeDto, 'errors' | 'message'>): string {
  const [fault] = errors as { message?: string }[];
  return fault?.message ?? message ?? '';
}

function booked(outcomes: readonly Sent[]): NonNullable<PackingWork['outcome']> {
  const refused = outcomes
    .filter(({ outcome }) => outcome === 'refused')
    .map(({ order_number, message, errors }) => ({
      orderNumber: order_number,
      problem: refusalOf({ errors, message }),
    }));
  const done = outcomes.length - refused.length;
  return { title: `${plural(done, 'order')} sent to the courier.`, refused };
}

function handedOver(report: HandOverReportDto): NonNullable<PackingWork['outcome']> {
  return {
    title: `Handed over ${plural(report.handed_over.length, 'box', 'boxes')}.`,
    refused: report.refused.map(({ order_number, message }) => ({
      orderNumber: order_number ?? '',
      problem: message,
    })),
  };
}

interface BookingActionsProps {
  /** The selected orders. */
  orders: readonly OrderToPickDto[];
  work: PackingWork;
}

/** Renders what can be done with the bookings of the selected orders. */
export function BookingActions({ orders, work }: BookingActionsProps) {
  const bare = orders.filter(({ bookings, on_hold }) => bookings.length === 0 && !on_hold);
  const failed = orders.filter(({ bookings }) => bookings.some(hasProblem));
  const ready = orders
    .flatMap(({ bookings }) => bookings)
    .filter(({ state }) => state === 'booked')
    .slice(0, AT_ONCE);
  return (
    <>
      {bare.length > 0 && (
        <Button size="sm" loading={work.isBusy} onClick={() => work.book(bare)}>
          {`Book ${plural(bare.length, 'order')}`}
        </Button>
      )}
      {failed.length > 0 && (
        <Button size="sm" loading={work.isBusy} onClick={() => work.bookAgain(failed)}>
          {`Book ${plural(failed.length, 'order')} again`}
        </Button>
      )}
      {ready.length > 0 && (
        <>
          <PrintLabels bookings={ready} />
          <Button
            size="sm"
            variant="default"
            loading={work.isBusy}
            onClick={() => work.handOver(ready)}
          >
            {`Hand over ${plural(ready.length, 'box', 'boxes')}`}
          </Button>
        </>
      )}
    </>
  );
}

/** Renders links to the labels of bookings: one file with those that are drawn, and their slips, and the courier's own files. */
function PrintLabels({ bookings }: { bookings: readonly Booking[] }) {
  const queryClient = useQueryClient();
  const paper = labelPaperOf(useQuery(getBrandOptions()).data?.data.slip_paper);
  const drawn = bookings.filter(({ printed_alone }) => !printed_alone);
  const files = [
    ...(drawn.length === 0
      ? []
      : [{ ids: drawn.map(({ id }) => id), name: plural(drawn.length, 'label') }]),
    ...filesOf(bookings.filter(({ printed_alone }) => printed_alone)),
  ];
  return files.map(({ ids, name }) => (
    <Button
      key={name}
      size="sm"
      variant="default"
      component="a"
      href={labelsAddress(ids, paper)}
      target="_blank"
      rel="noreferrer"
      title="Print at 100 %, not “fit”: the bars must not be scaled"
      leftSection={<Icon name="print" size={16} />}
      // What was printed is known once the file was made.
      onClick={() => setTimeout(() => void queryClient.invalidateQueries(), ASK_AGAIN_MS)}
    >
      {`Print ${name}`}
    </Button>
  ));
}

/** Divides labels that the courier makes into files. */
function filesOf(made: readonly Booking[]): { ids: number[]; name: string }[] {
  return Array.from({ length: Math.ceil(made.length / FILE_LABELS) }, (_, at) => {
    const some = made.slice(at * FILE_LABELS, (at + 1) * FILE_LABELS);
    const range = made.length > FILE_LABELS ? ` from ${at * FILE_LABELS + 1}` : '';
    const name = `${plural(some.length, 'label')} of the courier${range}`;
    return { ids: some.map(({ id }) => id), name };
  });
}

/** Makes the address of labels with their slips. */
export function labelsAddress(ids: readonly number[], paper: LabelPaper): string {
  return `/admin/bookings/labels?ids=${ids.join()}&paper=${paper}&slips=true`;
}

/** Picks the paper of labels: that of slips, if labels fit on it. */
export function labelPaperOf(paper: Paper | undefined): LabelPaper {
  return LABEL_PAPERS.find((each) => each === paper) ?? '100x150';
}

/** Renders how the last work went, and how far its bookings are. */
export function PackingOutcome({ work }: { work: PackingWork }) {
  const queryClient = useQueryClient();
  const { booked: numbers, outcome } = work;
  const progress = useQuery({
    ...listOrdersToPickOptions({ query: { order_numbers: numbers.join(), limit: AT_ONCE } }),
    enabled: numbers.length > 0,
    refetchInterval: ({ state }) =>
      state.data && leftOf(state.data.data) === 0 ? false : ASK_AGAIN_MS,
  });
  const left = leftOf(progress.data?.data ?? []);
  useEffect(() => {
    // The list shows each booking as soon as it has its AWB.
    if (numbers.length > 0) void queryClient.invalidateQueries({ queryKey: ['listOrdersToPick'] });
  }, [left, numbers.length, queryClient]);
  const isWaiting = numbers.length > 0 && (progress.data === undefined || left > 0);
  return (
    <>
      <FormProblem error={work.error} title="It was not done." />
      {isWaiting && <Progress what="Booking" done={numbers.length - left} total={numbers.length} />}
      {outcome !== null && (
        <BulkOutcomes
          title={outcome.title}
          isWhole={outcome.refused.length === 0}
          file={{
            label: 'Download these as CSV',
            name: 'not-done.csv',
            address: csvAddress(
              ['order_number', 'problem'],
              outcome.refused.map(({ orderNumber, problem }) => [orderNumber, problem]),
            ),
          }}
          onClose={work.forget}
        >
          {outcome.refused.map(({ orderNumber, problem }) => (
            <li key={orderNumber}>
              <OrderLink number={orderNumber} /> <span>{problem}</span>
            </li>
          ))}
        </BulkOutcomes>
      )}
    </>
  );
}

/** Counts the orders whose bookings wait for an AWB. */
function leftOf(orders: readonly OrderToPickDto[]): number {
  return orders.filter(({ bookings }) => bookings.some(({ state }) => state === 'booking')).length;
}
