import { placeKey, zoneOf, type Zone } from './zone-of.js';

const zone = (country: string, pincodePrefix: string, surchargeMinor: number | null): Zone => ({
  country,
  pincodePrefix,
  surchargeMinor,
});

const ZONES = [
  zone('India', '19', 5_000),
  zone('India', '1941', null),
  zone('Nepal', '', 20_000),
  zone('*', '', null),
];

describe('the delivery zone of an address', () => {
  it.each([
    ['the longest prefix wins', 'India', '194101', ZONES[1]],
    ['any other pincode of the prefix', 'india', '190001', ZONES[0]],
    ['a country by its code', 'IN', '19 0001', ZONES[0]],
    ['India by another name', 'Bharat', '194101', ZONES[1]],
    ['India in Hindi', 'भारत', '194101', ZONES[1]],
    ['India with a full stop', 'India.', '194101', ZONES[1]],
    ['India in wide letters', '\uff29\uff2e\uff24', '194101', ZONES[1]],
    ['India with an invisible character', 'India\u200b', '194101', ZONES[1]],
    ['no prefix fits: its country has zones, so that others do not count', 'India', '560001', null],
    ['all of a country', ' NEPAL ', '44600', ZONES[2]],
    ['a country with a full stop', 'Nepal.', '44600', ZONES[2]],
    ['a country without zones', 'United States', '10001', ZONES[3]],
  ])('%s: %s %s', (_, country, pincode, expected) => {
    expect(zoneOf(ZONES, { country, pincode })).toEqual(expected);
  });

  it('ignores case, spaces and dashes of pincodes', () => {
    const zones = [zone('United Kingdom', 'sw1-a', 100)];
    expect(zoneOf(zones, { country: 'united kingdom', pincode: 'SW1A 1AA' })).toEqual(zones[0]);
  });

  it('is not longer by a space', () => {
    const zones = [zone('India', '560 0', 5_000), zone('India', '56001', null)];
    expect(zoneOf(zones, { country: 'India', pincode: '560012' })).toEqual(zones[1]);
  });

  it('does not exist where there are no zones', () => {
    expect(zoneOf([], { country: 'India', pincode: '560001' })).toBeNull();
  });
});

it('zones of the same place have the same key', () => {
  const key = placeKey({ country: 'India', pincodePrefix: '19' });
  expect(placeKey({ country: 'IND', pincodePrefix: '1 9' })).toBe(key);
  expect(placeKey({ country: 'India', pincodePrefix: '194' })).not.toBe(key);
});
