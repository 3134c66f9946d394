import { TIME_ZONE_OFFSET } from '../../../src/platform/time-zone.ts';
import { formatTimestamp, isoDay, timestampInBothZones } from './format';

const DAY_MS = 86_400_000;

/** Renders a start time in words: "tomorrow 00:00 IST". The hover text has the exact time, also in UTC. */
export function StartTime({ at }: { at: string }) {
  return (
    <time dateTime={at} title={timestampInBothZones(at)} className="number">
      {startText(at)}
    </time>
  );
}

function startText(iso: string): string {
  const now = new Date();
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

/** Computes midnight of tomorrow in India in the format of a date and time field. */
export function nextMidnight(): string {
  return `${isoDay(new Date(Date.now() + DAY_MS))}T00:00`;
}

/** Converts the value of a date and time field to a timestamp in Indian time. */
export function indianTimestamp(value: string): string {
  return `${value}:00${TIME_ZONE_OFFSET}`;
}
