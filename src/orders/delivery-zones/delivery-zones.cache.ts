import { Injectable } from '@nestjs/common';
import { LiveCache, type LiveCacheSource } from '../../platform/live-cache/live-cache.js';
import type { DeliveryZone } from './delivery-zone.entity.js';
import { isKnownCountry } from './known-country.js';
import { zoneOf, zonesOfCountry, type Destination } from './zone-of.js';

/** The delivery zones in memory, as fresh as the latest refresh of {@link LiveCache}. */
@Injectable()
export class DeliveryZonesCache {
  private zones = new Map<number, DeliveryZone>();

  private readonly source: LiveCacheSource<DeliveryZone> = {
    kind: 'zone',
    select: (condition) =>
      `SELECT id, country, pincode_prefix AS "pincodePrefix", surcharge_minor AS "surchargeMinor"
        FROM delivery_zones WHERE ${condition('id')}`,
    load: () => {
      const loaded = new Map<number, DeliveryZone>();
      return {
        add: (rows) => rows.forEach((row) => loaded.set(row.id, row)),
        finish: () => (this.zones = loaded),
      };
    },
    replace: (ids, rows) => {
      for (const id of ids) this.zones.delete(id);
      for (const row of rows) this.zones.set(row.id, row);
    },
  };

  constructor(liveCache: LiveCache) {
    liveCache.add(this.source as LiveCacheSource);
  }

  /**
   * Computes the surcharge for delivery to a destination in minor units, or null if we do not deliver there. Returns 0 while
   * the pincode is not known.
   */
  surchargeMinor(destination: Destination): number | null {
    if (destination.pincode === '' || this.zones.size === 0) return 0;
    const zone = zoneOf([...this.zones.values()], destination);
    return zone === null ? 0 : zone.surchargeMinor;
  }

  /** As {@link surchargeMinor}, but null for a country that does not exist. Such an order would be placed all the same. */
  surchargeInWorldMinor(destination: Destination): number | null {
    const { country } = destination;
    const isKnown =
      isKnownCountry(country) || zonesOfCountry([...this.zones.values()], country).length > 0;
    return isKnown ? this.surchargeMinor(destination) : null;
  }
}
