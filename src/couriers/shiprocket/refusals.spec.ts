import { CourierHasNoMoney } from '../courier-errors.js';
import { IS_CANCELED, IS_QUEUED, IS_TOO_LATE, MAY_BE_ASSIGNED, refusalOf } from './refusals.js';

describe('words of Shiprocket', () => {
  it.each([
    'Insufficient amount in your account',
    'insufficient balance',
    'Insufficient wallet balance',
    'Please recharge your wallet',
  ])('say that there is too little money: %s', (words) => {
    expect(refusalOf(words)).toBeInstanceOf(CourierHasNoMoney);
  });

  it.each([
    ['Wrong pickup_location', 'pickup_place_unknown'],
    ['No courier is available', 'not_served'],
    ['Serviceability check failed', 'not_served'],
    ['billing_phone is invalid', 'phone_invalid'],
    ['Weight is missing', 'refused_by_courier'],
  ])('say why a booking was declined: %s', (words, code) => {
    expect(refusalOf(words)).toMatchObject({ name: 'CourierRefused', code, words });
  });

  it.each([
    'Shipment has been delivered',
    'Shipment was picked up',
    'Shipment is in transit',
    'Shipment is out for delivery',
    'Order is shipped',
    'This order can not be cancelled',
    "You can't cancel it",
    'Unable to cancel',
  ])('say that it is too late to cancel: %s', (words) => {
    expect(words).toMatch(IS_TOO_LATE);
    expect(words).not.toMatch(IS_CANCELED);
  });

  it.each(['AWB is already assigned', 'AWB has already been assigned', 'Cannot be reassigned'])(
    'leave open whether there is an AWB: %s',
    (words) => {
      expect(words).toMatch(MAY_BE_ASSIGNED);
    },
  );

  it.each(['Already in Pickup Queue.', 'Pickup is already scheduled', 'Pickup already requested'])(
    'say that the pick-up was asked for before: %s',
    (words) => {
      expect(words).toMatch(IS_QUEUED);
    },
  );
});
