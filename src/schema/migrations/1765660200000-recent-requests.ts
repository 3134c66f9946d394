import { sqlMigration } from '../sql-migration.js';

/** Requests of the last hours that were answered. */
export const RecentRequests1765660200000 = sqlMigration(
  'RecentRequests1765660200000',
  [
    // Without foreign keys: rows are stored in bulk, and live for some hours.
    `CREATE TABLE recent_requests (
      id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
      at timestamptz NOT NULL,
      request_id varchar(64) NOT NULL,
      client_id integer NOT NULL,
      token_id integer NOT NULL,
      method varchar(10) NOT NULL,
      route varchar(120) NOT NULL,
      status smallint NOT NULL,
      ms integer NOT NULL,
      CONSTRAINT recent_requests_pk PRIMARY KEY (id)
    )`,
    'CREATE INDEX recent_requests_client_ix ON recent_requests (client_id, at, id)',
    'CREATE INDEX recent_requests_at_ix ON recent_requests (at)',
    'CREATE INDEX recent_requests_request_ix ON recent_requests (request_id)',
  ],
  ['DROP TABLE recent_requests'],
);
