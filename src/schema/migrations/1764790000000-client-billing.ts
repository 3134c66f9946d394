import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The billing address and tax number of clients. */
export class ClientBilling1764790000000 implements MigrationInterface {
  readonly name = 'ClientBilling1764790000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'ALTER TABLE clients ADD billing_address varchar(500), ADD gstin varchar(15)',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE clients DROP gstin, DROP billing_address');
  }
}
