import type { MigrationInterface, QueryRunner } from 'typeorm';

/** People who sign in: users, roles, sessions, invitations, password resets, one-time codes, and mail to them. */
export class Accounts1764700000000 implements MigrationInterface {
  readonly name = 'Accounts1764700000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const statement of DOWN) await queryRunner.query(statement);
  }
}

const UP = [
  // Audit entries name people by their e-mail addresses.
  'ALTER TABLE audit_entries ALTER COLUMN actor TYPE varchar(300)',
  `CREATE TABLE users (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT users_pk PRIMARY KEY,
    email varchar(254) NOT NULL,
    name varchar(120) NOT NULL,
    kind varchar(10) NOT NULL,
    password_hash varchar(200) NOT NULL,
    totp_secret varchar(64),
    totp_pending_secret varchar(64),
    totp_last_step bigint,
    is_demo boolean NOT NULL DEFAULT false,
    created_at timestamptz NOT NULL DEFAULT now(),
    CONSTRAINT users_email_uq UNIQUE (email),
    CONSTRAINT users_email_ck CHECK (email = lower(email)),
    CONSTRAINT users_kind_ck CHECK (kind IN ('operator', 'client'))
  )`,
  `CREATE TABLE members (
    user_id integer CONSTRAINT members_pk PRIMARY KEY,
    client_id integer NOT NULL,
    role varchar(10) NOT NULL,
    CONSTRAINT members_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT members_client_fk FOREIGN KEY (client_id) REFERENCES clients (id),
    CONSTRAINT members_role_ck CHECK (role IN ('owner', 'member'))
  )`,
  'CREATE INDEX members_client_ix ON members (client_id)',
  `CREATE TABLE operator_roles (
    user_id integer NOT NULL,
    role varchar(20) NOT NULL,
    CONSTRAINT operator_roles_pk PRIMARY KEY (user_id, role),
    CONSTRAINT operator_roles_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE,
    CONSTRAINT operator_roles_role_ck CHECK (role IN ('owner', 'catalog', 'warehouse', 'finance', 'support'))
  )`,
  `CREATE TABLE recovery_codes (
    user_id integer NOT NULL,
    code_hash bytea NOT NULL,
    used_at timestamptz,
    CONSTRAINT recovery_codes_pk PRIMARY KEY (user_id, code_hash),
    CONSTRAINT recovery_codes_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  )`,
  `CREATE TABLE sessions (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT sessions_pk PRIMARY KEY,
    id_hash bytea NOT NULL,
    user_id integer NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    seen_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    confirmed_at timestamptz NOT NULL DEFAULT now(),
    ip varchar(45) NOT NULL,
    agent varchar(200) NOT NULL,
    CONSTRAINT sessions_id_hash_uq UNIQUE (id_hash),
    CONSTRAINT sessions_id_hash_ck CHECK (octet_length(id_hash) = 32),
    CONSTRAINT sessions_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  )`,
  'CREATE INDEX sessions_user_ix ON sessions (user_id)',
  'CREATE INDEX sessions_expires_ix ON sessions (expires_at)',
  `CREATE TABLE lockouts (
    key varchar(80) CONSTRAINT lockouts_pk PRIMARY KEY,
    failures integer NOT NULL,
    locked_until timestamptz,
    failed_at timestamptz NOT NULL
  )`,
  'CREATE INDEX lockouts_failed_ix ON lockouts (failed_at)',
  `CREATE TABLE invitations (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT invitations_pk PRIMARY KEY,
    email varchar(254) NOT NULL,
    kind varchar(10) NOT NULL,
    client_id integer,
    roles varchar(20)[] NOT NULL,
    token_hash bytea,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    accepted_at timestamptz,
    CONSTRAINT invitations_token_hash_uq UNIQUE (token_hash),
    CONSTRAINT invitations_email_ck CHECK (email = lower(email)),
    CONSTRAINT invitations_kind_ck CHECK ((kind = 'client') = (client_id IS NOT NULL)),
    CONSTRAINT invitations_client_fk FOREIGN KEY (client_id) REFERENCES clients (id)
  )`,
  'CREATE INDEX invitations_email_ix ON invitations (email)',
  'CREATE INDEX invitations_client_ix ON invitations (client_id)',
  `CREATE TABLE password_resets (
    id integer GENERATED ALWAYS AS IDENTITY CONSTRAINT password_resets_pk PRIMARY KEY,
    user_id integer NOT NULL,
    token_hash bytea NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    expires_at timestamptz NOT NULL,
    used_at timestamptz,
    CONSTRAINT password_resets_token_hash_uq UNIQUE (token_hash),
    CONSTRAINT password_resets_user_fk FOREIGN KEY (user_id) REFERENCES users (id) ON DELETE CASCADE
  )`,
  'CREATE INDEX password_resets_user_ix ON password_resets (user_id)',
  `CREATE TABLE queued_mails (
    id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT queued_mails_pk PRIMARY KEY,
    template varchar(40) NOT NULL,
    reference varchar(254) NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    due_at timestamptz NOT NULL DEFAULT now(),
    attempts integer NOT NULL DEFAULT 0
  )`,
  'CREATE INDEX queued_mails_due_ix ON queued_mails (due_at)',
];

const DOWN = [
  ...['queued_mails', 'password_resets', 'invitations', 'lockouts', 'sessions', 'recovery_codes'],
  ...['operator_roles', 'members', 'users'],
]
  .map((table) => `DROP TABLE ${table}`)
  .concat('ALTER TABLE audit_entries ALTER COLUMN actor TYPE varchar(80) USING left(actor, 80)');
