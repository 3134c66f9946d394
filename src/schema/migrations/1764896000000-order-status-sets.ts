import type { MigrationInterface } from 'typeorm';

/** Migration of functions alone: they take the sets of order statuses from `list_order_statuses`. */
export class OrderStatusSets1764896000000 implements MigrationInterface {
  readonly name = 'OrderStatusSets1764896000000';

  async up(): Promise<void> {
    // Functions are applied after the migrations.
  }

  async down(): Promise<void> {
    // The functions of the schema before are restored.
  }
}
