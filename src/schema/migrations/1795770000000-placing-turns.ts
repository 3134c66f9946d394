import { sqlMigration } from '../sql-migration.js';

/** Functions of this migration let instances place their batches in turn. */
export const PlacingTurns1795770000000 = sqlMigration('PlacingTurns1795770000000', [], []);
