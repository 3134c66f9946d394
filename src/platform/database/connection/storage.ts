/** PostgreSQL's own storage, and the one other storage that an operator may vouch for. */
export const STORAGES = ['postgres', 'aurora'] as const;
export type Storage = (typeof STORAGES)[number];

/** SQL condition that the storage is Amazon Aurora's; every database understands it. */
export const IS_AURORA = `EXISTS (SELECT 1 FROM pg_catalog.pg_proc WHERE proname = 'aurora_version')`;
