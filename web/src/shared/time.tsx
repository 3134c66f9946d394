import { useEffect, useState } from 'react';
import { formatTimestamp, formatRelative, timestampInBothZones } from './format';

const TICK_MS = 30_000;

/** Renders a timestamp in Indian time; the hover text adds UTC. */
export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={timestampInBothZones(at)} className="number">
      {formatTimestamp(at)}
    </time>
  );
}

/** Renders a relative time; none is "–". The hover text has the exact time in India and UTC. */
export function RelativeTime({ at }: { at: string | null | undefined }) {
  const now = useNow();
  if (at == null) return '–';
  return (
    <time dateTime={at} title={timestampInBothZones(at)} className="number">
      {formatRelative(at, now)}
    </time>
  );
}

/** Reads the current time, updated at intervals. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
