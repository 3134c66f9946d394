/** PostgreSQL's own storage, and the one in its place that an operator may vouch for. */
export const STORAGES = ['postgres', 'aurora'] as const;
export type Storage = (typeof STORAGES)[number];

/** In SQL that every database understands: whether the storage is Amazon Aurora's. */
export const IS_AURORA = `EXISTS (SELECT 1 FROM pg_catalog.pg_proc WHERE proname = 'aurora_version')`;
