import { CopyButton } from '../shared/copy-button';
import { RelativeTime } from '../shared/time';
import classes from './parcels.module.css';

interface Parcel {
  courier: string;
  tracking_number: string;
  tracking_url: string | null;
  shipped_at: string;
}

/** The parcels of an order, with a link to the courier's tracking page where there is one. */
export function Parcels({ parcels }: { parcels: readonly Parcel[] }) {
  if (parcels.length === 0) return <p className="soft">Nothing was shipped yet.</p>;
  return (
    <ul className={classes.parcels}>
      {parcels.map((parcel) => (
        <li key={`${parcel.courier} ${parcel.tracking_number}`}>
          <span>
            {parcel.courier}, <RelativeTime at={parcel.shipped_at} />
          </span>
          <span className={classes.number}>
            <TrackingNumber {...parcel} />
            <CopyButton value={parcel.tracking_number} what="tracking number" />
          </span>
        </li>
      ))}
    </ul>
  );
}

function TrackingNumber({ tracking_number, tracking_url }: Parcel) {
  const isLink = tracking_url !== null && /^https?:\/\//i.test(tracking_url);
  if (!isLink) return <code>{tracking_number}</code>;
  return (
    <a href={tracking_url} target="_blank" rel="noreferrer">
      Track {tracking_number}
    </a>
  );
}
