import { Raw } from 'typeorm';

/** Conditions of `find`, `update` and `delete` on a time, by the database's clock. */
export const PAST = Raw<Date>((column) => `${column} <= now()`);
export const FUTURE = Raw<Date>((column) => `${column} > now()`);
