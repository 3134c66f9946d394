import type { MigrationInterface } from 'typeorm';

/** Only changes functions: those that place orders run fewer statements. */
export class CheaperPlacing1764895000000 implements MigrationInterface {
  readonly name = 'CheaperPlacing1764895000000';

  async up(): Promise<void> {
    // Functions are applied after the migrations.
  }

  async down(): Promise<void> {
    // The functions of the previous schema are restored.
  }
}
