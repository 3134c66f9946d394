import pg from 'pg';
import { startFailure } from './start-report.js';

const databaseError = (code: string, message: string): Error =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, severity: 'ERROR' });

describe('the report of a failed start', () => {
  it.each([
    ['42703', 'column p.mrp_minor does not exist'],
    ['42P01', 'relation "shelves" does not exist'],
  ])('names what a forgotten migration should have made: %s', (code, message) => {
    expect(startFailure(databaseError(code, message))).toBe(
      `Not started: a migration is missing: ${message}; add it to src/schema/migrations, as "Add a column" in CONTRIBUTING.md says`,
    );
  });

  it('names other failures of the database with their code', () => {
    expect(startFailure(databaseError('53300', 'too many clients already'))).toBe(
      'Not started: the database in DATABASE_URL failed (53300: too many clients already)',
    );
  });
});
