import { InitialSchema1764550000000 } from './migrations/1764550000000-initial-schema.js';

/** Every migration, by its timestamp. */
export const MIGRATIONS = [InitialSchema1764550000000];
