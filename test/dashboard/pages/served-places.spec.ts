import {
  servedPlaces,
  unlistedOf,
  withUnlisted,
  type Unlisted,
} from '../../../web/src/pages/office/settings/served-places.js';
import type { FileZone } from '../../../web/src/pages/office/settings/read-zones.js';
import { zoneOf } from '../../../src/orders/delivery-zones/zone-of.js';

/** Makes zones from texts such as `India 56`, or `-Nepal` for a place that is not served. */
const zonesOf = (...texts: string[]): FileZone[] =>
  texts.map((text) => {
    const [country = '', prefix = ''] = text.replace('-', '').split(' ');
    return { country, prefix, surcharge: '', serviceable: !text.startsWith('-') };
  });

describe('the places to which orders are delivered', () => {
  it.each<[string[], Unlisted, string | null]>([
    [[], 'everywhere', 'everywhere'],
    [['India 19', 'Nepal'], 'everywhere', 'everywhere'],
    [['-*'], 'nowhere', null],
    [['-*', '-IN'], 'nowhere', null],
    [['India', '-*'], 'india', 'to India, but not to other countries'],
    [['Bharat 19', '-*'], 'india', 'to India, but not to other countries'],
    [
      ['-*', 'India', '-India 1941', 'Nepal', '-China'],
      'india',
      'to India (except some pincodes) and Nepal, but not to China or other countries',
    ],
    [
      ['-*', '-India', 'India 56'],
      'nowhere',
      'to some pincodes of India, but not to other countries',
    ],
    [['-*', 'Nepal'], 'nowhere', 'to Nepal, but not to India or other countries'],
    [['-India'], 'abroad', 'to all other countries, but not to India'],
    [['-India 1941'], 'everywhere', 'to India (except some pincodes) and all other countries'],
    [['-*', '* 12'], 'nowhere', 'to some pincodes of India and some pincodes of other countries'],
    [['-*', ''], 'nowhere', null],
    [
      ['-*', 'A', 'B', 'C', 'D', 'E', 'F', 'G'],
      'nowhere',
      'to A, B, C, D, E, and 2 more countries, but not to India or other countries',
    ],
  ])('%j: %s, %s', (texts, unlisted, places) => {
    const zones = zonesOf(...texts);
    expect([unlistedOf(zones), servedPlaces(zones)]).toEqual([unlisted, places]);
  });

  it.each<[Unlisted, string | null]>([
    ['everywhere', 'everywhere'],
    ['india', 'to India, but not to other countries'],
    ['abroad', 'to all other countries, but not to India'],
    ['nowhere', null],
  ])('are chosen from any zones: %s', (chosen, places) => {
    for (const texts of [[], ['-*'], ['India'], ['-India'], ['-*', 'India'], ['-*', '-India']]) {
      const zones = withUnlisted(zonesOf(...texts), chosen, (zone) => zone);
      expect([texts, unlistedOf(zones), servedPlaces(zones)]).toEqual([texts, chosen, places]);
      const served = (country: string): boolean =>
        zoneOf(
          zones.map(({ country: name, prefix, serviceable }) => ({
            country: name,
            pincodePrefix: prefix,
            surchargeMinor: serviceable ? 0 : null,
          })),
          { country, pincode: '560001' },
        )?.surchargeMinor !== null;
      expect([served('India'), served('Nepal')]).toEqual([
        ['everywhere', 'india'].includes(chosen),
        ['everywhere', 'abroad'].includes(chosen),
      ]);
    }
  });

  it('keep the zones of parts of a country', () => {
    const zones = withUnlisted(zonesOf('India 56', 'Nepal'), 'nowhere', (zone) => zone);
    expect(servedPlaces(zones)).toBe(
      'to some pincodes of India and Nepal, but not to other countries',
    );
  });
});
