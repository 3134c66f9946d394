import type { DeliveryZoneDto } from '../../../api/generated/admin-types';
import { csvAddress } from '../../../shared/lists/csv-address';
import { ZONE_COLUMNS, type FileZone } from './read-zones';
import { typedNumber } from '../../../shared/forms/typed-number';

/** A zone in the editor. */
export interface ZoneRow extends FileZone {
  /** Identifies rows while they are edited. */
  key: number;
}

let made = 0;

/** Makes a row with a new key. */
export function zoneRow(zone: FileZone): ZoneRow {
  made += 1;
  return { key: made, ...zone };
}

/** Makes the rows of the stored zones. */
export function rowsOf(zones: readonly DeliveryZoneDto[]): ZoneRow[] {
  return zones.map(({ country, pincode_prefix: prefix, surcharge = 0, serviceable }) =>
    zoneRow({ country, prefix, surcharge: serviceable ? surcharge.toFixed(2) : '', serviceable }),
  );
}

/** Writes a zone as the service accepts it. */
export function zoneOf({ country, prefix, surcharge, serviceable }: ZoneRow): {
  country: string;
  pincode_prefix: string;
  surcharge?: number;
  serviceable: boolean;
} {
  return {
    country,
    pincode_prefix: prefix,
    serviceable,
    ...(serviceable && { surcharge: surcharge === '' ? 0 : typedNumber(surcharge) }),
  };
}

/** Makes the address of a CSV file with the zones. */
export function zonesFile(rows: readonly ZoneRow[]): string {
  return csvAddress(
    ZONE_COLUMNS,
    rows.map(({ country, prefix, surcharge, serviceable }) => [
      country,
      prefix,
      surcharge === '' ? '0' : surcharge,
      serviceable ? 'yes' : 'no',
    ]),
  );
}
