import { NativeSelect } from '@mantine/core';
import { choices } from '../../../shared/choices';
import { Notice } from '../../../shared/layout/notice';
import classes from './served.module.css';
import { servedPlaces, UNLISTED, unlistedOf, withUnlisted, type Unlisted } from './served-places';
import { zoneRow, type ZoneRow } from './zone-file';

interface ServedProps {
  rows: readonly ZoneRow[];
  /** True if the rows are not saved yet. */
  isEdited: boolean;
  /** Null for people who may not change zones. */
  onChange: ((rows: ZoneRow[]) => void) | null;
}

/** Renders where orders are delivered to, with a warning if nowhere, and the choice for addresses without a zone. */
export function Served({ rows, isEdited, onChange }: ServedProps) {
  const places = servedPlaces(rows);
  return (
    <div className={classes.served}>
      {places === null ? (
        <Notice tone="bad" title={`No address is served${isEdited ? ' once saved' : ''}.`} isAlert>
          <p>All orders are refused.</p>
        </Notice>
      ) : (
        <p>{`${isEdited ? 'Once saved, orders are' : 'Orders are'} delivered ${places}.`}</p>
      )}
      {onChange !== null && (
        <NativeSelect
          className={classes.unlisted}
          label="Addresses without a zone"
          data={choices(UNLISTED)}
          value={unlistedOf(rows)}
          onChange={({ currentTarget }) =>
            onChange(withUnlisted(rows, currentTarget.value as Unlisted, zoneRow))
          }
        />
      )}
    </div>
  );
}
