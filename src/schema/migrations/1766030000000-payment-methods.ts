import type { MigrationInterface, QueryRunner } from 'typeorm';

const JOURNAL_KINDS =
  "'receipt', 'settle', 'refund', 'payout', 'adjustment', 'opening', 'debt', 'credit', 'settlement', 'bank_charge', 'dispute', 'suspense'";
const ACCOUNT_KINDS =
  "'client_wallet', 'client_debt', 'client_credit', 'bank', 'bank_account', 'gateway', 'sales', 'adjustments', 'opening', 'cash', 'suspense', 'gateway_fees', 'gateway_tax', 'bank_charges', 'tax_receivable', 'payouts_waiting'";
/** Words that mean a method in every installation, and those that the service itself stores. */
const KNOWN_WORDS = [
  ...['wallet', 'credit', 'bank', 'cash', 'cheque', 'card', 'other', 'gateway'],
  ...['neft', 'rtgs', 'imps', 'upi', 'bank_transfer'],
];

/**
 * The account of cheques in hand, and the used words for methods of payment that the closed list does not know. During an
 * upgrade the previous release still accepts every word, and records its cheques on the bank's account.
 */
export class PaymentMethods1766030000000 implements MigrationInterface {
  readonly name = 'PaymentMethods1766030000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`CREATE TABLE method_aliases (
      word varchar(40) NOT NULL,
      method varchar(10),
      receipts integer NOT NULL DEFAULT 0,
      CONSTRAINT method_aliases_pk PRIMARY KEY (word),
      CONSTRAINT method_aliases_method_ck
        CHECK (method IN ('wallet', 'credit', 'bank', 'cash', 'cheque', 'card', 'other', 'refused'))
    )`);
    await this.listWordsInUse(queryRunner);
    await replaceKinds(queryRunner, 'ledger_accounts', `${ACCOUNT_KINDS}, 'cheques_in_hand'`);
    await queryRunner.query("INSERT INTO ledger_accounts (kind) VALUES ('cheques_in_hand')");
    await replaceKinds(queryRunner, 'ledger_journals', `${JOURNAL_KINDS}, 'clearing'`);
  }

  /** Reverts the migration. Refused once a cheque was recorded, because the previous release does not know its account. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DO $$ BEGIN
      IF EXISTS (
        SELECT FROM ledger_postings p JOIN ledger_accounts a ON a.id = p.account_id WHERE a.kind = 'cheques_in_hand'
      ) THEN
        RAISE EXCEPTION 'the account of cheques in hand has postings: the migration cannot be reverted';
      END IF;
    END $$`);
    await replaceKinds(queryRunner, 'ledger_journals', JOURNAL_KINDS);
    await queryRunner.query("DELETE FROM ledger_accounts WHERE kind = 'cheques_in_hand'");
    await replaceKinds(queryRunner, 'ledger_accounts', ACCOUNT_KINDS);
    await queryRunner.query('DROP TABLE method_aliases');
  }

  /** Lists words in small letters, as the service compares them. lower() of the database would depend on its locale. */
  private async listWordsInUse(queryRunner: QueryRunner): Promise<void> {
    const used = (await queryRunner.query(
      `SELECT method AS word, count(*)::integer AS receipts FROM receipts GROUP BY 1
        UNION ALL
        SELECT details->>'method', 0 FROM approvals WHERE kind = 'order_payment' AND status = 'waiting'`,
    )) as { word: string; receipts: number }[];
    const words = new Map<string, number>();
    for (const { word: text, receipts } of used) {
      const word = text.toLowerCase();
      if (!KNOWN_WORDS.includes(word)) words.set(word, (words.get(word) ?? 0) + receipts);
    }
    await queryRunner.query(
      'INSERT INTO method_aliases (word, receipts) SELECT * FROM unnest($1::text[], $2::integer[])',
      [[...words.keys()], [...words.values()]],
    );
  }
}

async function replaceKinds(queryRunner: QueryRunner, table: string, kinds: string): Promise<void> {
  await queryRunner.query(`ALTER TABLE ${table} DROP CONSTRAINT ${table}_kind_ck,
    ADD CONSTRAINT ${table}_kind_ck CHECK (kind IN (${kinds}))`);
}
