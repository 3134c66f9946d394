import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import type { Address } from '../../platform/gst/address.js';

/** Ways to tax the delivery charge: in each line at its rate, or all of it at the highest rate of the document. */
export const DELIVERY_TAXES = ['per_line', 'highest_rate'] as const;
/** The address that decides the place of supply of a client without a GSTIN. */
export const PLACES_OF_SUPPLY = ['billing', 'delivery'] as const;
/** Ways to treat a shipment that cannot be invoiced: it is refused, or it goes without a document. */
export const ON_MISSING = ['refuse', 'ship'] as const;
export const HSN_DIGITS = [4, 6, 8] as const;

/** The wholesaler as the tax office knows it, and how it issues documents. A profile is valid until the next one's day. */
@Entity('tax_profiles')
@Check('tax_profiles_state_ck', 'left(gstin, 2) = address_state')
export class TaxProfile {
  /** Day in India, YYYY-MM-DD. */
  @PrimaryColumn('date')
  effectiveFrom: string;

  @Column('varchar', { length: 100 })
  legalName: string;

  @Column('varchar', { length: 100, nullable: true })
  tradeName: string | null;

  @Column('varchar', { length: 15 })
  gstin: string;

  @Column('varchar', { length: 100 })
  addressLine1: string;

  @Column('varchar', { length: 100, nullable: true })
  addressLine2: string | null;

  @Column('varchar', { length: 50 })
  addressPlace: string;

  @Column('varchar', { length: 2 })
  addressState: string;

  @Column('varchar', { length: 6 })
  addressPincode: string;

  /** Series of invoices. */
  @Column('varchar', { length: 4 })
  seriesPrefix: string;

  /** Fewest digits of an HSN code. */
  @Column('smallint')
  hsnDigits: number;

  @Column('varchar', { length: 20 })
  deliveryTax: (typeof DELIVERY_TAXES)[number];

  @Column('varchar', { length: 20 })
  placeOfSupply: (typeof PLACES_OF_SUPPLY)[number];

  @Column('varchar', { length: 20 })
  onMissing: (typeof ON_MISSING)[number];

  /** Day from which on invoices to clients with a GSTIN are e-invoices; null: none are. */
  @Column('date', { nullable: true })
  eInvoiceFrom: string | null;

  @Column('varchar', { length: 1000, nullable: true })
  terms: string | null;

  @Column('varchar', { length: 100, nullable: true })
  signatory: string | null;

  @Column('timestamptz', { default: () => 'now()' })
  changedAt: Date;
}

/** Reads the wholesaler's address. */
export function addressOf(profile: TaxProfile): Address {
  return {
    line1: profile.addressLine1,
    line2: profile.addressLine2,
    place: profile.addressPlace,
    state: profile.addressState,
    pincode: profile.addressPincode,
  };
}
