import { ELSEWHERE, placeKey } from '../../../../../src/orders/delivery-zones/zone-of.js';
import {
  canonicalCountry,
  DEFAULT_COUNTRY,
} from '../../../../../src/orders/placing/request/address.js';
import type { FileZone } from './read-zones.js';

/** Labels of where addresses without a zone are delivered to. */
export const UNLISTED = {
  everywhere: 'Delivered everywhere',
  india: 'Delivered in India only',
  abroad: 'Delivered outside of India only',
  nowhere: 'Not delivered',
} as const;

export type Unlisted = keyof typeof UNLISTED;

/** A part of a country that is served: `most` is all but some pincodes. */
type Extent = 'all' | 'most' | 'some' | 'none';

interface Country {
  name: string;
  /** Undefined without a zone for all of the country. */
  whole: FileZone | undefined;
  /** Zones for pincodes with a prefix. */
  parts: FileZone[];
}

/** Countries that a sentence names. */
const COUNTRIES_NAMED = 5;
const AND = new Intl.ListFormat('en');
const OR = new Intl.ListFormat('en', { type: 'disjunction' });

/** Tells where addresses without a zone are delivered to. */
export function unlistedOf(zones: readonly FileZone[]): Unlisted {
  const { india, elsewhere } = countriesOf(zones);
  if (isServed(india)) return isServed(elsewhere) ? 'everywhere' : 'india';
  return isServed(elsewhere) ? 'abroad' : 'nowhere';
}

/**
 * Makes zones with which addresses without a zone are delivered as chosen.
 *
 * @param added makes an entry of the list from a new zone
 */
export function withUnlisted<Z extends FileZone>(
  zones: readonly Z[],
  chosen: Unlisted,
  added: (zone: FileZone) => Z,
): Z[] {
  const withWhole = (before: readonly Z[], name: string, serviceable: boolean): Z[] => {
    const { byKey, elsewhere } = countriesOf(before);
    const country = byKey.get(keyOf(name));
    if (isServed(country ?? elsewhere) === serviceable) return [...before];
    const whole = country?.whole;
    return whole === undefined
      ? [...before, added({ country: name, prefix: '', surcharge: '', serviceable })]
      : before.map((zone) => (zone === whole ? { ...zone, serviceable } : zone));
  };
  const isElsewhere = chosen === 'everywhere' || chosen === 'abroad';
  const isIndia = chosen === 'everywhere' || chosen === 'india';
  return withWhole(withWhole(zones, ELSEWHERE, isElsewhere), DEFAULT_COUNTRY, isIndia);
}

/** Builds the zones by which all of some countries are served and no others; {@link ELSEWHERE} is all countries. */
export function zonesOfCountries(countries: readonly string[]): FileZone[] {
  const zoneOf = (country: string, serviceable: boolean): FileZone => {
    return { country, prefix: '', surcharge: '', serviceable };
  };
  const others = countries.filter((country) => country !== ELSEWHERE);
  return [
    ...others.map((country) => zoneOf(country, true)),
    zoneOf(ELSEWHERE, others.length < countries.length),
  ];
}

/** Lists the places to which orders are delivered, such as `to India, but not to other countries`; null: to none. */
export function servedPlaces(zones: readonly FileZone[]): string | null {
  const { byKey, india, elsewhere } = countriesOf(zones);
  const named = new Map([[keyOf(DEFAULT_COUNTRY), { ...india, name: DEFAULT_COUNTRY }], ...byKey]);
  named.delete(keyOf(ELSEWHERE));
  const countries = [...named.values()].map((country) => ({
    name: country.name,
    extent: extentOf(country),
  }));
  const others = extentOf(elsewhere);
  if (others === 'all' && countries.every(({ extent }) => extent === 'all')) return 'everywhere';
  const served = shortened(
    countries
      .filter(({ extent }) => extent !== 'none')
      .map(({ name, extent }) => phrase(name, extent)),
  );
  const refused = shortened(
    countries.filter(({ extent }) => extent === 'none').map(({ name }) => name),
  );
  if (others === 'none') refused.push('other countries');
  else served.push(phrase(others === 'some' ? 'other countries' : 'all other countries', others));
  if (served.length === 0) return null;
  const exceptions = refused.length === 0 ? '' : `, but not to ${OR.format(refused)}`;
  return `to ${AND.format(served)}${exceptions}`;
}

/** Lists the countries of zones. Without a zone of its own, India is as all other countries. */
function countriesOf(zones: readonly FileZone[]): {
  byKey: Map<string, Country>;
  india: Country;
  elsewhere: Country;
} {
  const byKey = new Map<string, Country>();
  for (const zone of zones) {
    const name = canonicalCountry(zone.country);
    if (name === '') continue;
    const country = byKey.get(keyOf(name)) ?? { name, whole: undefined, parts: [] };
    byKey.set(keyOf(name), country);
    if (/[^\s-]/.test(zone.prefix)) country.parts.push(zone);
    else country.whole = zone;
  }
  const elsewhere = byKey.get(ELSEWHERE) ?? { name: ELSEWHERE, whole: undefined, parts: [] };
  return { byKey, india: byKey.get(keyOf(DEFAULT_COUNTRY)) ?? elsewhere, elsewhere };
}

/** Makes a key that all names of a country have. */
function keyOf(country: string): string {
  return country === ELSEWHERE ? country : placeKey({ country, pincodePrefix: '' });
}

/** Tells true if a country's addresses without a zone of their own are served. */
function isServed({ whole }: Country): boolean {
  return whole?.serviceable ?? true;
}

function extentOf(country: Country): Extent {
  const { parts } = country;
  if (isServed(country)) return parts.every(({ serviceable }) => serviceable) ? 'all' : 'most';
  return parts.some(({ serviceable }) => serviceable) ? 'some' : 'none';
}

function phrase(country: string, extent: Extent): string {
  if (extent === 'some') return `some pincodes of ${country}`;
  return extent === 'most' ? `${country} (except some pincodes)` : country;
}

function shortened(countries: readonly string[]): string[] {
  const more = countries.length - COUNTRIES_NAMED;
  return more > 1
    ? [...countries.slice(0, COUNTRIES_NAMED), `${more} more countries`]
    : [...countries];
}
