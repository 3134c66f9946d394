import type { OrderToPickDto } from '../../../../api/generated/admin-types';
import { StatusOf, type StatusRow } from '../../../../shared/status';

type Booking = OrderToPickDto['bookings'][number];

const STATES: Record<Booking['state'], StatusRow> = {
  booking: { tone: 'moving', label: 'Booking' },
  booked: { tone: 'ok', label: 'Booked' },
  problem: { tone: 'bad', label: 'Problem' },
};

/** Renders the bookings of an order: their states, and what is to be known at the table. */
export function BookingStates({ bookings }: { bookings: readonly Booking[] }) {
  if (bookings.length === 0) return '–';
  return (
    <>
      {bookings.map(({ id, state, awb, courier, printed, problem, needs_way_bill }) => (
        <div key={id}>
          <StatusOf {...STATES[state]} />{' '}
          {state === 'problem' ? (
            problem
          ) : (
            <>
              {courier}
              {problem !== null && ` waits: ${problem}`}
              {awb !== null && (
                <>
                  {' '}
                  <span className="mono">{awb}</span>
                  {!printed && <span className="soft"> · not printed</span>}
                </>
              )}
            </>
          )}
          {needs_way_bill && <span className="soft"> · needs an e-way bill</span>}
        </div>
      ))}
    </>
  );
}
