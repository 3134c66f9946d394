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

/** How long ago or ahead a time is; the hover text has it exactly, in Indian time and UTC. */
export function RelativeTime({ at }: { at: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={timestampInBothZones(at)} className="number">
      {formatRelative(at, now)}
    </time>
  );
}

/** Returns the time, again and again. */
function useNow(): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
