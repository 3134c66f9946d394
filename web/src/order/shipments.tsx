import { useLocation } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { CopyButton } from '../shared/copy-button';
import { RelativeTime } from '../shared/time';
import classes from './shipments.module.css';

interface Sent {
  courier: string;
  tracking_number: string;
  tracking_url: string | null;
}

interface Shipment extends Sent {
  id: number;
  shipped_at: string;
}

/** Renders the shipments of an order, with a link to the courier's tracking page where there is one. */
export function Shipments<S extends Shipment>({
  shipments,
  action,
}: {
  shipments: readonly S[];
  /** Renders a button for a shipment. */
  action?: (shipment: S) => ReactNode;
}) {
  const { hash } = useLocation();
  // The page of the order has it only once the order has come.
  useEffect(() => {
    // Not returned: newer browsers return a promise, which React takes for the end of the effect.
    document.getElementById(hash)?.scrollIntoView();
  }, [hash]);
  if (shipments.length === 0) return <p className="soft">Nothing was shipped yet.</p>;
  return (
    <ul className={classes.shipments}>
      {shipments.map((shipment) => (
        <li key={`${shipment.courier} ${shipment.tracking_number}`} id={`shipment-${shipment.id}`}>
          <SentWith {...shipment} at={shipment.shipped_at} action={action?.(shipment)} />
        </li>
      ))}
    </ul>
  );
}

/** Renders how units were sent, and when. */
export function SentWith({ at, action, ...sent }: Sent & { at: string; action?: ReactNode }) {
  return (
    <>
      <span>
        {sent.courier}, <RelativeTime at={at} />
      </span>
      <span className={classes.number}>
        <TrackingNumber {...sent} />
        <CopyButton value={sent.tracking_number} what="tracking number" />
        {action}
      </span>
    </>
  );
}

function TrackingNumber({ tracking_number, tracking_url }: Sent) {
  const isLink = tracking_url !== null && /^https?:\/\//i.test(tracking_url);
  if (!isLink) return <code>{tracking_number}</code>;
  return (
    <a href={tracking_url} target="_blank" rel="noreferrer">
      Track {tracking_number}
    </a>
  );
}
