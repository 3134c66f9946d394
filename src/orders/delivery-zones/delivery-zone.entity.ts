import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';

/** A surcharge for delivery to all pincodes with a prefix, on top of the charges of the products. */
@Entity('delivery_zones')
@Unique('delivery_zones_place_uq', ['country', 'pincodePrefix'])
@Check('delivery_zones_surcharge_ck', 'surcharge_minor BETWEEN 0 AND 1000000000')
export class DeliveryZone {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  /** As {@link canonicalCountry} writes it; `*`: every country that has no zone of its own. */
  @Column('varchar', { length: LIMITS.placeLength })
  country: string;

  /** '': every pincode of the country. */
  @Column('varchar', { length: LIMITS.pincodeLength })
  pincodePrefix: string;

  /** Added once to the delivery of an order; null: nothing is delivered there. */
  @Column('bigint', { nullable: true })
  surchargeMinor: number | null;
}
