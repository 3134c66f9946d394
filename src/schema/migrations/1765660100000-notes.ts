import { sqlMigration } from '../sql-migration.js';

/** Internal notes of operators about orders and clients, and the operator who works on an order. */
export const Notes1765660100000 = sqlMigration(
  'Notes1765660100000',
  [
    `CREATE TABLE internal_notes (
    id integer GENERATED ALWAYS AS IDENTITY NOT NULL,
    subject varchar(40) NOT NULL,
    author varchar(300) NOT NULL,
    text varchar(2000) NOT NULL,
    created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT internal_notes_pk PRIMARY KEY (id)
  )`,
    'CREATE INDEX internal_notes_subject_ix ON internal_notes (subject, id)',
    `CREATE TABLE order_assignments (
    order_id bigint NOT NULL,
    user_id integer NOT NULL,
    assigned_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT order_assignments_pk PRIMARY KEY (order_id),
    CONSTRAINT order_assignments_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  )`,
    'CREATE INDEX order_assignments_user_ix ON order_assignments (user_id, order_id)',
  ],
  ['DROP TABLE internal_notes, order_assignments'],
);

// An assignment has no foreign key to its order, and is no column of it: a change would look like news to the order's store.
