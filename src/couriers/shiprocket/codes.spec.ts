import fc from 'fast-check';
import { SHIPMENT_STATES } from '../../orders/tracking/shipment-state.js';
import { isCanceledOrder, isCanceledShipment, isReattempted, meaningOf } from './codes.js';

describe('meaningOf', () => {
  it.each([
    ['6', 'picked_up'],
    ['7', 'delivered'],
    ['8', null],
    ['9', 'returning'],
    ['10', 'returned'],
    ['12', 'lost'],
    ['14', 'returning'],
    ['17', 'out_for_delivery'],
    ['18', 'in_transit'],
    ['19', null],
    ['23', 'in_transit'],
    ['24', 'destroyed'],
    ['25', 'in_transit'],
    ['26', 'in_transit'],
    ['38', 'at_destination'],
    ['40', 'returning'],
    ['41', 'returning'],
    ['42', 'picked_up'],
    ['44', 'destroyed'],
    ['39', 'in_transit'],
    ['45', null],
    ['46', 'returning'],
    ['49', 'in_transit'],
    ['50', 'in_transit'],
    ['51', 'in_transit'],
    ['75', 'returning'],
    ['76', 'in_transit'],
    ['77', 'in_transit'],
    ['78', 'returning'],
  ])('reads %s as %s', (id, state) => {
    expect(meaningOf(id, '')).toMatchObject({ state, reason: null, isUnknown: false });
  });

  it.each([
    ['Consignee unavailable', 'unavailable'],
    ['Customer refused delivery', 'refused'],
    ['Customer asked for future delivery', 'asked_later'],
    ['Incomplete address', 'address_wrong'],
    ['Customer not contactable', 'phone_unreachable'],
    ['Self collect by customer', 'self_collect'],
    ['Open delivery requested', 'wants_open_delivery'],
    ['Entry restricted area', 'entry_restricted'],
    ['Consignee has shifted', 'moved'],
    ['Not attempted', 'not_attempted'],
    ['Vehicle broke down', 'not_attempted'],
    ['', 'other'],
  ])('reads %j of an undelivered shipment as the reason %s', (words, reason) => {
    expect(meaningOf('21', words)).toEqual({ state: 'failed_attempt', reason, isUnknown: false });
  });

  it('is total', () => {
    const id = fc.oneof(fc.string(), fc.constantFrom('21', 'toString', '__proto__', '007', '7 '));
    fc.assert(
      fc.property(id, fc.string(), (text, words) => {
        const { state, reason, isUnknown } = meaningOf(text, words);
        expect([null, ...SHIPMENT_STATES]).toContain(state);
        expect(reason === null || state === 'failed_attempt').toBe(true);
        expect(isUnknown && state !== null).toBe(false);
      }),
    );
    for (const text of ['4711', 'toString', '', '7.0']) {
      expect(meaningOf(text, '')).toEqual({ state: null, reason: null, isUnknown: true });
    }
  });
});

it('another attempt is asked for after the first two', () => {
  const allowed = [1, 2, 3].map((attempt) => isReattempted({ code: '21', attempt }));
  expect(allowed).toEqual([true, true, false]);
  expect(isReattempted({ code: '9', attempt: 1 })).toBe(false);
});

it('orders and shipments name their cancellation with ids of their own', () => {
  expect(['1', '5', '8', '18'].map(isCanceledOrder)).toEqual([false, true, false, true]);
  const shipments = ['5', '8', '16', '18', '45'].map(isCanceledShipment);
  expect(shipments).toEqual([false, true, true, false, true]);
});
