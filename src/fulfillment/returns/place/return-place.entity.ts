import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The address that the units of a return are sent to. */
export interface ReturnAddress {
  name: string;
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
  phone: string | null;
}

/** Where returns go, if not to the company's address: at most one row. */
@Entity('return_places')
@Check('return_places_one_row_ck', 'id = 1')
export class ReturnPlace {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'return_places_pk' })
  id: number;

  @Column('jsonb')
  address: ReturnAddress;
}
