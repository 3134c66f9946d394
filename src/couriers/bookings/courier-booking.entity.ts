import { Check, Column, Entity, ForeignKey, Index, PrimaryGeneratedColumn, Unique } from 'typeorm';
import { listed } from '../../orders/lifecycle/status-sql.js';
import { Shipment } from '../../orders/lifecycle/shipment.entity.js';
import { Order } from '../../orders/order.entity.js';
import { LIMITS } from '../../platform/config/limits.js';
import { CourierAccount } from '../accounts/courier-account.entity.js';
import type { BookingStep, BookingToSend, BoxSize, CourierRef } from '../courier-gateway.js';

/**
 * - `wanted`: stored, no call was made
 * - `calling`: a call is written down and may be executed
 * - `unknown`: no answer, or one that says nothing: the courier is asked after the settling time
 * - `booked`: it has an AWB
 * - `refused`: the courier said no; nothing was bought
 * - `needs_person`: the service must not decide
 * - `canceling`: it was released or withdrawn; its units are free already
 * - `canceled`: nothing is bought, or it was given back
 * - `handed_over`: there is a shipment
 */
export const BOOKING_STATES = [
  'wanted',
  'calling',
  'unknown',
  'booked',
  'refused',
  'needs_person',
  'canceling',
  'canceled',
  'handed_over',
] as const;
export type BookingState = (typeof BOOKING_STATES)[number];

/** States of a booking that is not at its end. */
export const OPEN_STATES = BOOKING_STATES.slice(0, 7);

/** Units of a line of the order. */
export interface BookedUnits {
  line: number;
  quantity: number;
}

/** Our contract with a courier for units of one order, which travel in one box. */
@Entity('courier_bookings')
@Unique('courier_bookings_reference_uq', ['reference'])
@Index('courier_bookings_awb_uq', ['kind', 'awb'], { unique: true, where: 'awb IS NOT NULL' })
@Index('courier_bookings_shipment_uq', ['shipmentId'], {
  unique: true,
  where: 'shipment_id IS NOT NULL',
})
@Index('courier_bookings_due_ix', ['dueAt'], { where: 'due_at IS NOT NULL' })
@Index('courier_bookings_ask_ix', ['askAt'], { where: 'ask_at IS NOT NULL' })
@Index('courier_bookings_manifest_ix', ['handedOverAt'], { where: "state = 'handed_over'" })
@Index('courier_bookings_way_bill_ix', ['handedOverAt'], { where: 'needs_way_bill' })
@Index('courier_bookings_order_ix', ['orderId', 'id'])
@Index('courier_bookings_open_ix', ['id'], { where: `state IN ${listed(OPEN_STATES)}` })
@Check('courier_bookings_state_ck', `state IN ${listed(BOOKING_STATES)}`)
@Check('courier_bookings_awb_ck', "awb IS NOT NULL OR state NOT IN ('booked', 'handed_over')")
@Check('courier_bookings_shipment_ck', "shipment_id IS NOT NULL OR state <> 'handed_over'")
export class CourierBooking {
  @PrimaryGeneratedColumn('identity', {
    type: 'integer',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'courier_bookings_pk',
  })
  id: number;

  @ForeignKey(() => Order, { name: 'courier_bookings_order_fk' })
  @Column('bigint')
  orderId: number;

  @ForeignKey(() => CourierAccount, { name: 'courier_bookings_account_fk' })
  @Column('integer')
  accountId: number;

  /** The account's kind. */
  @Column('varchar', { length: 30 })
  kind: string;

  @Column('varchar', { length: 12 })
  state: BookingState;

  /** `B`, the id in base 32 and the attempt, which the courier gets as our reference. */
  @Column('varchar', { length: 40 })
  reference: string;

  @Column('smallint', { default: 1 })
  attempt: number;

  @Column('jsonb')
  units: BookedUnits[];

  /** As sent. */
  @Column('jsonb')
  box: BoxSize & { name: string | null };

  @Column('integer')
  weightGrams: number;

  @Column('bigint')
  declaredMinor: number;

  /** Its value is above the lowest limit of all states, so that it may not move without an e-way bill. */
  @Column('boolean', { default: false })
  needsWayBill: boolean;

  /** The number of the e-way bill that was reported to the courier; null: none yet. */
  @Column('varchar', { length: 12, nullable: true })
  wayBill: string | null;

  @Column('varchar', { length: 10 })
  mode: BookingToSend['mode'];

  /** What is sent, stored before the first call; erased with the customer's data. */
  @Column('jsonb', { nullable: true })
  sent: BookingToSend | null;

  @Column('varchar', { length: LIMITS.trackingNumberLength, nullable: true })
  awb: string | null;

  @Column('varchar', { length: LIMITS.courierLength, nullable: true })
  courierName: string | null;

  @Column('jsonb', { nullable: true })
  courierRef: CourierRef | null;

  @Column('varchar', { length: 60, nullable: true })
  routing: string | null;

  @Column('varchar', { length: 10, nullable: true })
  step: BookingStep | null;

  /** When the step's call was written down, before it was made; null: it was answered. */
  @Column('timestamptz', { nullable: true })
  calledAt: Date | null;

  /** null: no work of the job is due. */
  @Column('timestamptz', { nullable: true })
  dueAt: Date | null;

  /** Rises with each claim of the job, so that an instance that lost its claim writes nothing. */
  @Column('integer', { default: 0 })
  lease: number;

  @Column('smallint', { default: 0 })
  tries: number;

  /** How often the courier said in a row that it has no such booking. */
  @Column('smallint', { default: 0 })
  nones: number;

  @Column('varchar', { length: 60, nullable: true })
  problemCode: string | null;

  /** The courier's. */
  @Column('varchar', { length: 300, nullable: true })
  problemWords: string | null;

  @Column('bigint', { nullable: true })
  freightMinor: number | null;

  /** Weight that the courier bills. */
  @Column('integer', { nullable: true })
  chargedGrams: number | null;

  /** The courier's own label, a PDF that is never parsed. */
  @Column('bytea', { nullable: true, select: false })
  label: Buffer | null;

  @Column('timestamptz', { nullable: true })
  labelPrintedAt: Date | null;

  /** Kept if an operator notes that it was not handed over after all. */
  @ForeignKey(() => Shipment, { name: 'courier_bookings_shipment_fk' })
  @Column('bigint', { nullable: true })
  shipmentId: number | null;

  @Column('timestamptz', { nullable: true })
  handedOverAt: Date | null;

  /** When it was first on a manifest; null: it is on none. */
  @Column('timestamptz', { nullable: true })
  manifestAt: Date | null;

  @Column('varchar', { length: LIMITS.actorLength, nullable: true })
  handedOverBy: string | null;

  @Column('varchar', { length: 20, nullable: true })
  releasedWhy: 'canceled' | 'address_changed' | 'closed' | 'withdrawn' | null;

  /** The booking that was canceled because the address changed. */
  @ForeignKey(() => CourierBooking, { name: 'courier_bookings_replaces_fk' })
  @Column('integer', { nullable: true })
  replacesId: number | null;

  @Column('varchar', { length: LIMITS.actorLength })
  createdBy: string;

  @Column('timestamptz', { default: () => 'clock_timestamp()' })
  createdAt: Date;

  /** When the courier is asked where it is, before it is handed over; null: not set yet, or not needed. */
  @Column('timestamptz', { nullable: true })
  askAt: Date | null;
}
