import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bank transfers that clients claim and finance confirms. */
export class BankTransfers1764840000000 implements MigrationInterface {
  readonly name = 'BankTransfers1764840000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE bank_transfers');
  }
}

const UP = [
  `CREATE TABLE bank_transfers (
    id bigint GENERATED ALWAYS AS IDENTITY,
    client_id integer NOT NULL,
    utr varchar(40) NOT NULL,
    amount_minor bigint NOT NULL,
    sent_on varchar(10) NOT NULL,
    order_numbers varchar(13)[] NOT NULL,
    status varchar(10) NOT NULL DEFAULT 'claimed',
    claimed_by varchar(300) NOT NULL,
    claimed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    decided_by varchar(300),
    decided_at timestamptz,
    reason varchar(500),
    receipt_id bigint,
    outcomes jsonb NOT NULL DEFAULT '[]',
    CONSTRAINT bank_transfers_pk PRIMARY KEY (id),
    CONSTRAINT bank_transfers_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
    CONSTRAINT bank_transfers_receipt_fk FOREIGN KEY (receipt_id) REFERENCES receipts (id),
    CONSTRAINT bank_transfers_amount_ck CHECK (amount_minor > 0),
    CONSTRAINT bank_transfers_status_ck CHECK (status IN ('claimed', 'confirmed', 'rejected')),
    CONSTRAINT bank_transfers_decision_ck CHECK ((status = 'claimed') = (decided_at IS NULL)),
    CONSTRAINT bank_transfers_receipt_ck CHECK ((status = 'confirmed') = (receipt_id IS NOT NULL))
  )`,
  `CREATE UNIQUE INDEX bank_transfers_utr_uq ON bank_transfers (client_id, utr) WHERE status <> 'rejected'`,
  `CREATE UNIQUE INDEX bank_transfers_receipt_uq ON bank_transfers (receipt_id)`,
  `CREATE INDEX bank_transfers_client_ix ON bank_transfers (client_id, id)`,
  `CREATE INDEX bank_transfers_status_ix ON bank_transfers (status, id)`,
  `CREATE INDEX bank_transfers_utr_ix ON bank_transfers (utr) WHERE status <> 'rejected'`,
];
