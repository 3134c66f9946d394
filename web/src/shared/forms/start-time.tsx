import { TIME_ZONE_OFFSET } from '../../../../src/platform/time-zone.ts';
import { formatTimestamp, isoDay, timestampInBothZones } from '../format';

const DAY_MS = 86_400_000;

/** When something starts, as people say it: "tomorrow 00:00 IST"; the hover text has it exactly, with UTC. */
export function StartTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={timestampInBothZones(at)} className="number">
      {startText(at, new Date())}
    </time>
  );
}

function startText(iso: string, now: Date): string {
  const dayOf = isoDay(new Date(iso));
  const named = [
    ['today', isoDay(now)],
    ['tomorrow', isoDay(new Date(now.getTime() + DAY_MS))],
  ].find(([, day]) => day === dayOf)?.[0];
  const timestamp = formatTimestamp(iso);
  return named === undefined
    ? timestamp
    : `${named} ${timestamp.slice(timestamp.indexOf(',') + 2)}`;
}

/** Midnight of tomorrow in India, as a field for a day and time has it. */
export function nextMidnight(): string {
  return `${isoDay(new Date(Date.now() + DAY_MS))}T00:00`;
}

/** What a field for a day and time says, as a timestamp in Indian time. */
export function indianTimestamp(value: string): string {
  return `${value}:00${TIME_ZONE_OFFSET}`;
}
