import { readFile } from 'node:fs/promises';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Positions of changes, which replace transaction ids in cursors; the statements are in the SQL file next to this one.
 */
export class ChangePositions1764811000000 implements MigrationInterface {
  readonly name = 'ChangePositions1764811000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    const file = new URL('./1764811000000-change-positions.sql', import.meta.url);
    await queryRunner.query(await readFile(file, 'utf8'));
  }

  /** Drops the positions. The previous release finds its own log current, because this release has kept writing it. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      'CREATE INDEX orders_client_changes_ix ON orders (status, client_id, changed_xid, id)',
    );
    await queryRunner.query('DROP INDEX orders_client_status_ix');
    await queryRunner.query(
      `DROP TABLE change_queue, numbered_changes, latest_positions, order_positions, feed_state, feed_incarnations, feed_ticks`,
    );
    await queryRunner.query(
      'ALTER TABLE change_log_state DROP pruned_start_xid, DROP pruned_snapshot, DROP numbered_start',
    );
  }
}
