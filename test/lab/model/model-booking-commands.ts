import fc from 'fast-check';
import { unique } from '../../support/shop/given.js';
import { LIFE_STEPS } from './model-commands.js';
import { compareOrder, same } from './model-compare.js';
import { draw, mostCommands } from './model-draw.js';
import { FATES, type BookedModel, type Booking } from './model-bookings.js';
import { isAtEnd, placeOf, SCANS, type Scan } from './model-scans.js';
import type { Carrier } from './model-carrier.js';
import { at, orderIn, step, stepOn, type Step } from './model-steps.js';
import type { Order } from './model.js';

/** Takes a step of a shop whose boxes a courier takes. */
type Take = (model: BookedModel, carrier: Carrier) => Promise<void>;

const fate = fc.constantFrom(...FATES);
/** A booking, counted back from the latest. */
const back = fc.nat(5);
const toShip = orderIn('pending', 'partially_shipped');

/** Makes the steps of bookings for a model and its courier. */
export function bookingSteps(carrier: () => Carrier) {
  const booked = (text: string, take: Take, check?: (model: BookedModel) => boolean): Step =>
    step(
      text,
      async (model) => {
        await take(model as BookedModel, carrier());
        await carrier().compare(model as BookedModel);
      },
      (model) => check?.(model as BookedModel) ?? true,
    );
  const onOrder = (
    choice: Parameters<typeof stepOn>[0],
    text: string,
    take: (order: Order, model: BookedModel, carrier: Carrier) => Promise<void>,
  ): Step =>
    stepOn(choice, text, async (order, model) => {
      await take(order, model as BookedModel, carrier());
      await carrier().compare(model as BookedModel);
    });
  const onBooking = (
    place: number,
    text: string,
    take: (booking: Booking, model: BookedModel, carrier: Carrier) => Promise<void>,
    isMeant: (booking: Booking) => boolean = () => true,
  ): Step => {
    const meant = ({ bookings }: BookedModel): Booking[] => bookings.filter(isMeant);
    return booked(
      `booking ${-1 - place} ${text}`,
      async (model, own) => {
        const bookings = meant(model);
        const booking = at(bookings, bookings.length - 1 - (place % bookings.length));
        await take(booking, model, own);
        await compareOrder(booking.order, model, own.shop);
      },
      (model) => meant(model).length > 0,
    );
  };

  const want = fc
    .tuple(toShip, fc.option(draw.units, { freq: 2 }), fate)
    .map(([choice, units, next]) =>
      onOrder(
        choice,
        `is to be booked: ${JSON.stringify(units)}, which ${next}`,
        async (order, model, own) => {
          const response = await own.want(order, units, next);
          same(response, model.want(order, units, next));
        },
      ),
    );
  const ship = fc
    .tuple(toShip, draw.units, fc.option(back, { freq: 2 }))
    .map(([choice, units, place]) =>
      onOrder(
        choice,
        `is shipped by hand: ${JSON.stringify(units)} with the AWB of booking ${place}`,
        async (order, model, own) => {
          const known = place === null ? undefined : model.bookings.at(-1 - place)?.awb;
          const tracking = known ?? unique('T');
          const response = await own.shop.ship(order, units, tracking);
          same(response, model.ship(order, units, tracking));
        },
      ),
    );
  const correct = orderIn('pending').map((choice) =>
    onOrder(choice, 'gets another address', async (order, model, own) => {
      same(await own.correctAddress(order), model.correctAddress(order));
    }),
  );
  const handOver = back.map((place) =>
    onBooking(place, 'is handed over', async (booking, model, own) => {
      same(await own.handOver(booking), model.handOver(booking));
    }),
  );
  const handOverBooked = back.map((place) =>
    onBooking(
      place,
      'of those with an AWB is handed over',
      async (booking, model, own) => {
        same(await own.handOver(booking), model.handOver(booking));
      },
      ({ state }) => state === 'booked',
    ),
  );
  const withdraw = back.map((place) =>
    onBooking(place, 'is withdrawn', async (booking, model, own) => {
      same(await own.withdraw(booking), model.withdraw(booking));
    }),
  );
  const retry = fc.tuple(back, fate).map(([place, next]) =>
    onBooking(
      place,
      `of those that did not succeed is sent again, which ${next}`,
      async (booking, model, own) => {
        const response = await own.retry(booking, next);
        same(response, model.retry(booking, next));
      },
      ({ state }) => state === 'refused' || state === 'needs_person',
    ),
  );
  const told = (isMeant: (booking: Booking) => boolean, scans: readonly Scan[]) =>
    fc.tuple(back, fc.constantFrom(...scans)).map(([place, scan]) =>
      onBooking(
        place,
        `of those with an AWB has the scan ${scan}`,
        async (booking, model, own) => {
          await own.tell(booking, scan);
          model.tell(booking, scan);
        },
        (booking) => booking.hasAwb && isMeant(booking),
      ),
    );
  const tell = told(() => true, SCANS);
  const tellSent = told(isOnItsWay, ['out_for_delivery', 'delivered', 'delivered', 'returned']);
  const tellEarly = told(({ state }) => state !== 'handed_over', ['picked_up', 'delivered']);
  const work = fc.constant(
    booked('what is due is called', async (model, own) => {
      await own.work();
      model.work();
    }),
  );
  const settle = fc.constant(
    booked('every call is settled', async (model, own) => {
      await own.settle();
      model.settle();
    }),
  );
  const steps = [
    ...LIFE_STEPS,
    ...[want, want, want, want, work, work, work, settle, handOver],
    ...[handOverBooked, handOverBooked, handOverBooked, ship, correct, withdraw, withdraw, retry],
    ...[tell, tellSent, tellSent, tellSent, tellEarly, tellEarly],
  ];
  // Without the bias, by which the first runs would be short.
  return fc.noBias(fc.commands(steps, { maxCommands: mostCommands(100), size: 'max' }));
}

/** Returns true for a box of which the courier has told no end. */
function isOnItsWay(booking: Booking): boolean {
  return booking.state === 'handed_over' && !isAtEnd(placeOf(booking));
}
