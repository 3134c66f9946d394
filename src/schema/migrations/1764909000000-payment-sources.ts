import type { MigrationInterface } from 'typeorm';

/**
 * Only changes functions: the check of payments compares the source of an order's payment with the audit log, and seals know
 * bank accounts by what never changes.
 */
export class PaymentSources1764909000000 implements MigrationInterface {
  readonly name = 'PaymentSources1764909000000';

  async up(): Promise<void> {
    // Functions are applied after the migrations.
  }

  async down(): Promise<void> {
    // The functions of the previous schema are restored.
  }
}
