import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of suppliers: their column mappings, and their import in the background. */
export class FileImports1764871000000 implements MigrationInterface {
  readonly name = 'FileImports1764871000000';

  async up(queryRunner: QueryRunner): Promise<void> {
    for (const statement of UP) await queryRunner.query(statement);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE suppliers, catalog_import_parts, catalog_imports');
  }
}

const UP = [
  `CREATE TABLE catalog_imports (
    id integer GENERATED ALWAYS AS IDENTITY,
    file_name varchar(200) NOT NULL,
    supplier varchar(120),
    new_delivery_minor bigint,
    state varchar(10) NOT NULL DEFAULT 'checking',
    rows_done integer NOT NULL DEFAULT 0,
    attempts smallint NOT NULL DEFAULT 0,
    report jsonb,
    uploaded_by varchar(300) NOT NULL,
    uploaded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    applied_by varchar(300),
    finished_at timestamptz,
    CONSTRAINT catalog_imports_pk PRIMARY KEY (id),
    CONSTRAINT catalog_imports_state_ck
      CHECK (state IN ('checking', 'ready', 'refused', 'applying', 'applied', 'failed', 'expired'))
  )`,
  `CREATE INDEX catalog_imports_open_ix ON catalog_imports (state, id)
    WHERE state IN ('checking', 'applying', 'ready')`,
  `CREATE TABLE catalog_import_parts (
    import_id integer NOT NULL,
    position integer NOT NULL,
    content bytea NOT NULL,
    CONSTRAINT catalog_import_parts_pk PRIMARY KEY (import_id, position),
    CONSTRAINT catalog_import_parts_import_fk FOREIGN KEY (import_id) REFERENCES catalog_imports (id)
  )`,
  `CREATE TABLE suppliers (
    id integer GENERATED ALWAYS AS IDENTITY,
    name varchar(120) NOT NULL,
    columns jsonb NOT NULL,
    duplicates varchar(10) NOT NULL,
    new_delivery_minor bigint,
    changed_by varchar(300) NOT NULL,
    changed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT suppliers_pk PRIMARY KEY (id),
    CONSTRAINT suppliers_name_uq UNIQUE (name),
    CONSTRAINT suppliers_duplicates_ck CHECK (duplicates IN ('refuse', 'first', 'last'))
  )`,
];
