import { Check, Column, Entity, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { LIMITS } from '../../platform/config/limits.js';

/** A surcharge for delivery to all pincodes with a prefix, on top of the charges of the products. */
@Entity('delivery_zones')
@Unique('delivery_zones_place_uq', ['country', 'pincodePrefix'])
@Check('delivery_zones_surcharge_ck', 'surcharge_minor BETWEEN 0 AND 1000000000')
export class DeliveryZone {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' })
  id: number;

  /** In the form of {@link canonicalCountry}; `*`: every country without its own zone. */
  @Column('varchar', { length: LIMITS.placeLength })
  country: string;

  /** '': every pincode of the country. */
  @Column('varchar', { length: LIMITS.pincodeLength })
  pincodePrefix: string;

  /** Added once to the delivery charges of an order; null: we do not deliver there. */
  @Column('bigint', { nullable: true })
  surchargeMinor: number | null;
}
