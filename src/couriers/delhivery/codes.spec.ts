import fc from 'fast-check';
import { SHIPMENT_STATES } from '../../orders/tracking/shipment-state.js';
import { isReattempted, meaningOf } from './codes.js';

const meaning = (type: string, status: string, nsl = '') => meaningOf({ type, status, nsl });

describe('meaningOf', () => {
  it.each([
    ['UD', 'Manifested', 'X-UCI', null],
    ['UD', 'Not Picked', 'X-PNP', null],
    ['UD', 'Not Picked', 'FMEOD-106', null],
    ['UD', 'In Transit', 'X-PPOM', 'picked_up'],
    ['UD', 'In Transit', 'X-PIOM', 'in_transit'],
    ['UD', 'Pending', 'X-IBD3F', 'at_destination'],
    ['UD', 'Dispatched', 'X-DDD3FD', 'out_for_delivery'],
    ['DL', 'Delivered', 'EOD-38', 'delivered'],
    ['RT', 'In Transit', 'X-DRO3R', 'returning'],
    ['RT', 'Pending', '', 'returning'],
    ['RT', 'Dispatched', 'EOD-11', 'returning'],
    ['DL', 'RTO', '', 'returned'],
    ['DL', 'DTO', '', 'returned'],
    ['LT', 'LOST', '', 'lost'],
    ['CN', 'Canceled', 'EOD-21', null],
  ])('reads %s %s %s as %s', (type, status, nsl, state) => {
    expect(meaning(type, status, nsl)).toMatchObject({ state, reason: null, isUnknown: false });
  });

  it.each([
    ['EOD-3', 'asked_later'],
    ['EOD-6', 'refused'],
    ['EOD-11', 'unavailable'],
    ['EOD-15', 'moved'],
    ['EOD-43', 'self_collect'],
    ['EOD-69', 'wants_open_delivery'],
    ['EOD-74', 'address_wrong'],
    ['EOD-86', 'not_attempted'],
    ['EOD-104', 'entry_restricted'],
    ['EOD-111', 'refused'],
  ])('reads %s of a pending shipment as a failed delivery: %s', (nsl, reason) => {
    const failed = { state: 'failed_attempt', reason, isUnknown: false };
    expect(meaning('UD', 'Pending', nsl)).toEqual(failed);
  });

  it.each([
    ['UD', 'Pending', 'EOD-4711'],
    ['UD', 'Held', ''],
    ['DL', '', ''],
    ['', 'Delivered', ''],
    ['__proto__', '', ''],
    ['constructor', '', 'constructor'],
  ])('does not know %j %j %j, which moves nothing', (type, status, nsl) => {
    const unknown = { state: null, reason: null, isUnknown: true };
    expect(meaning(type, status, nsl)).toEqual(unknown);
  });

  it('is total', () => {
    const part = fc.oneof(fc.string(), fc.constantFrom('UD', 'Pending', 'toString', 'EOD-6'));
    fc.assert(
      fc.property(part, part, part, (type, status, nsl) => {
        const { state, reason } = meaning(type, status, nsl);
        expect([null, ...SHIPMENT_STATES]).toContain(state);
        expect(reason === null || state === 'failed_attempt').toBe(true);
      }),
    );
  });
});

it('another attempt is asked for after the first two, and for some codes only', () => {
  const allowed = [0, 1, 2, 3].map((attempt) => isReattempted({ code: 'EOD-11', attempt }));
  expect(allowed).toEqual([false, true, true, false]);
  expect(isReattempted({ code: 'EOD-3', attempt: 1 })).toBe(false);
});
