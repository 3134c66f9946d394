import { RelativeTime } from '../time';

const COUNTRIES = new Intl.DisplayNames(['en'], { type: 'region' });

/** Renders an IP address with the name of its country, if that is known. */
export function Place({ address, country }: { address: string; country: string | null }) {
  return (
    <>
      {address}
      {country !== null && <span className="soft"> {COUNTRIES.of(country)}</span>}
    </>
  );
}

interface LastUseProps {
  at: string | null;
  from: string | null;
  country: string | null;
}

/** Renders when, and from where, a token was last used. */
export function LastUse({ at, from, country }: LastUseProps) {
  if (at === null) return 'Never';
  return (
    <>
      <RelativeTime at={at} />
      {from !== null && (
        <span className="soft small">
          {' '}
          from <Place address={from} country={country} />
        </span>
      )}
    </>
  );
}
