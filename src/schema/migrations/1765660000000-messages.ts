import { sqlMigration } from '../sql-migration.js';

/** Mails to the people of clients about orders, money and subscriptions. */
export const Messages1765660000000 = sqlMigration(
  'Messages1765660000000',
  [
    `CREATE TABLE message_events (
    id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    kind varchar(20) NOT NULL,
    client_id integer NOT NULL,
    subject varchar(60) NOT NULL,
    at timestamptz NOT NULL DEFAULT clock_timestamp(),
    gathered_at timestamptz,
    CONSTRAINT message_events_pk PRIMARY KEY (id),
    CONSTRAINT message_events_subject_uq UNIQUE (kind, subject)
  )`,
    `CREATE INDEX message_events_waiting_ix ON message_events (client_id, kind, id) WHERE gathered_at IS NULL`,
    `CREATE TABLE message_choices (
    user_id integer NOT NULL,
    kind varchar(20) NOT NULL,
    is_on boolean NOT NULL,
    CONSTRAINT message_choices_pk PRIMARY KEY (user_id, kind),
    CONSTRAINT message_choices_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  )`,
    `CREATE TABLE messages (
    id bigint GENERATED ALWAYS AS IDENTITY NOT NULL,
    user_id integer NOT NULL,
    client_id integer NOT NULL,
    kind varchar(20) NOT NULL,
    subjects text[] NOT NULL,
    count integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT messages_pk PRIMARY KEY (id),
    CONSTRAINT messages_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  )`,
    'CREATE INDEX messages_client_ix ON messages (client_id, kind, created_at)',
    'CREATE INDEX messages_user_ix ON messages (user_id)',
    'CREATE INDEX messages_created_ix ON messages (created_at)',
    `CREATE TABLE client_levels (
    client_id integer NOT NULL,
    wallet_below_minor bigint NOT NULL DEFAULT 500000,
    is_wallet_low boolean NOT NULL DEFAULT true,
    has_debt boolean NOT NULL DEFAULT false,
    CONSTRAINT client_levels_pk PRIMARY KEY (client_id),
    CONSTRAINT client_levels_wallet_ck CHECK (wallet_below_minor > 0)
  )`,
  ],
  ['DROP TABLE messages, message_choices, message_events, client_levels'],
);

// Orders, shipments and documents add events in their transactions: without a foreign key, nothing can make them wait or fail.
