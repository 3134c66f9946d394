import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Unique e-mail addresses of clients. Test clients have the addresses of their clients. */
export class ClientEmails1764770000000 implements MigrationInterface {
  readonly name = 'ClientEmails1764770000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX clients_email_uq');
  }
}

const UP = [
  // A person decides which client keeps the address; the message has their ids.
  `DO $$
    DECLARE ids text;
    BEGIN
      SELECT string_agg(shared, '; ') INTO ids FROM (
        SELECT string_agg(id::text, ', ' ORDER BY id) AS shared FROM clients
          WHERE test_of IS NULL GROUP BY lower(email) HAVING count(*) > 1 ORDER BY min(id) LIMIT 20
      ) sharing;
      IF ids IS NOT NULL THEN
        RAISE EXCEPTION 'clients with the same e-mail address: %', ids
          USING HINT = 'Give each client an address of its own with the release before, then start this one.';
      END IF;
    END $$`,
  'CREATE UNIQUE INDEX clients_email_uq ON clients (lower(email)) WHERE test_of IS NULL',
];
