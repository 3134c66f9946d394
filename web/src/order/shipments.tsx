import type { ReactNode } from 'react';
import { CopyButton } from '../shared/copy-button';
import { RelativeTime } from '../shared/time';
import classes from './shipments.module.css';

interface Shipment {
  courier: string;
  tracking_number: string;
  tracking_url: string | null;
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
  if (shipments.length === 0) return <p className="soft">Nothing was shipped yet.</p>;
  return (
    <ul className={classes.shipments}>
      {shipments.map((shipment) => (
        <li key={`${shipment.courier} ${shipment.tracking_number}`}>
          <span>
            {shipment.courier}, <RelativeTime at={shipment.shipped_at} />
          </span>
          <span className={classes.number}>
            <TrackingNumber {...shipment} />
            <CopyButton value={shipment.tracking_number} what="tracking number" />
            {action?.(shipment)}
          </span>
        </li>
      ))}
    </ul>
  );
}

function TrackingNumber({ tracking_number, tracking_url }: Shipment) {
  const isLink = tracking_url !== null && /^https?:\/\//i.test(tracking_url);
  if (!isLink) return <code>{tracking_number}</code>;
  return (
    <a href={tracking_url} target="_blank" rel="noreferrer">
      Track {tracking_number}
    </a>
  );
}
