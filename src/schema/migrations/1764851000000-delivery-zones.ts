import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Surcharges and refusals by country and pincode. */
export class DeliveryZones1764851000000 implements MigrationInterface {
  readonly name = 'DeliveryZones1764851000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `CREATE TABLE delivery_zones (
        id integer GENERATED ALWAYS AS IDENTITY,
        country varchar(80) NOT NULL,
        pincode_prefix varchar(12) NOT NULL,
        surcharge_minor bigint,
        CONSTRAINT delivery_zones_pk PRIMARY KEY (id),
        CONSTRAINT delivery_zones_place_uq UNIQUE (country, pincode_prefix),
        CONSTRAINT delivery_zones_surcharge_ck CHECK (surcharge_minor BETWEEN 0 AND 1000000000)
      )`,
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE delivery_zones');
  }
}
