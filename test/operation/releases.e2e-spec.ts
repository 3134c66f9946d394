import type { DatabaseConnection } from '../../ormconfig.js';
import { givenDatabase } from '../support/database/database.js';
import {
  migration,
  SchemaRelease,
  type ReleaseContent,
} from '../support/database/schema-release.js';

const LATER = 'Later4000000000001';
const MUCH_LATER = 'MuchLater4000000000002';

/** Writes the statement that creates a function, which returns the given version. */
const greeting = (version: number): string => `
CREATE OR REPLACE FUNCTION greeting() RETURNS text LANGUAGE sql AS 'SELECT ''version ${version}''';
`;

const FIRST = { greeting: greeting(1) };

/** Stores added products in the new table of the later release, by a trigger. */
const NOTE_PRODUCT = `
CREATE OR REPLACE FUNCTION note_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO product_notes (sku) VALUES (NEW.sku);
  RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_noted AFTER INSERT ON products
  FOR EACH ROW EXECUTE FUNCTION note_product();
`;

const create = 'CREATE TABLE product_notes (sku text NOT NULL)';
const addNotes = migration(LATER, create, 'DROP TABLE product_notes');
const addNothing = migration(MUCH_LATER, 'SELECT', 'SELECT');

let connection: DatabaseConnection;
beforeEach(async () => {
  ({ connection } = await givenDatabase());
});
const given = (content: ReleaseContent = {}) => SchemaRelease.open(connection, content);
const migrated = async (content: ReleaseContent): Promise<SchemaRelease> => {
  const release = await given(content);
  await release.migrate();
  return release;
};
const greeted = async ({ dataSource }: SchemaRelease): Promise<string | undefined> => {
  const [row] = await dataSource.query<{ text: string }[]>('SELECT greeting() AS text');
  return row?.text;
};
const addProduct = (sku: string): string =>
  `INSERT INTO products (sku, name, delivery_charge_minor) VALUES ('${sku}', 'Product', 0)`;
/** Reads the definitions of the database's functions and triggers, and the stored record of them. */
const objectsOf = async ({ dataSource }: SchemaRelease): Promise<unknown> =>
  dataSource.query(
    `SELECT pg_get_functiondef(oid) AS object FROM pg_proc WHERE pronamespace = 'public'::regnamespace
      UNION ALL SELECT pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
      UNION ALL SELECT concat_ws(' ', name, release, hash, source) FROM schema_functions
      ORDER BY 1`,
  );

describe('reverting a migration', () => {
  it('restores the functions and triggers that belonged to the schema before it', async () => {
    const older = await migrated({ migrations: [addNotes], functions: FIRST });
    const before = await objectsOf(older);
    const add = 'ALTER TABLE products ADD COLUMN origin text';
    const addColumn = migration(MUCH_LATER, add, 'ALTER TABLE products DROP COLUMN origin');
    // This trigger depends on the new column: DROP COLUMN refuses while it exists.
    const changed = `
CREATE OR REPLACE FUNCTION refuse_amount_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER products_origin_ck BEFORE UPDATE OF origin ON products
FOR EACH ROW EXECUTE FUNCTION refuse_amount_change();
`;
    const newer = await migrated({
      migrations: [addNotes, addColumn],
      functions: {
        greeting: greeting(2),
        note_product: NOTE_PRODUCT,
        refuse_amount_change: changed,
      },
    });
    expect(await newer.revert()).toBe(MUCH_LATER);
    expect(await objectsOf(older)).toEqual(before);
    await older.migrate();
  });

  it('restores a function that the newer schema no longer had', async () => {
    const older = await migrated({ migrations: [addNotes], functions: FIRST });
    const dropping = migration(MUCH_LATER, 'DROP FUNCTION greeting()', 'SELECT');
    const newer = await migrated({ migrations: [addNotes, dropping] });
    await newer.revert();
    expect(await greeted(older)).toBe('version 1');
  });

  it('changes nothing if the migration fails', async () => {
    await migrated({ migrations: [addNotes], functions: FIRST });
    const stuck = migration(MUCH_LATER, 'SELECT', 'DROP TABLE no_such_table');
    const newer = await migrated({
      migrations: [addNotes, stuck],
      functions: { greeting: greeting(2) },
    });
    const before = await objectsOf(newer);
    await expect(newer.revert()).rejects.toThrow('no_such_table');
    expect(await objectsOf(newer)).toEqual(before);
  });
});

describe('a failure in a release of the schema', () => {
  it('undoes the migrations and the functions before it', async () => {
    const broken = await given({
      migrations: [addNotes],
      functions: {
        ...FIRST,
        zeal: `CREATE OR REPLACE FUNCTION zeal() RETURNS text LANGUAGE sql AS 'SELECT no_such_column';`,
      },
    });
    const before = await objectsOf(broken);
    await expect(broken.migrate()).rejects.toThrow('no_such_column');
    expect(await objectsOf(broken)).toEqual(before);
    const [row] = await broken.dataSource.query<object[]>(
      `SELECT to_regclass('product_notes') AS notes, (SELECT count(*) FROM schema_migrations WHERE name = $1) AS run`,
      [LATER],
    );
    expect(row).toEqual({ notes: null, run: 0 });
  });

  it.each([
    [
      'other parameters',
      `CREATE OR REPLACE FUNCTION greeting(name text) RETURNS text LANGUAGE sql AS 'SELECT name';`,
    ],
    [
      'another result',
      `CREATE OR REPLACE FUNCTION greeting() RETURNS integer LANGUAGE sql AS 'SELECT 1';`,
    ],
  ])('refuses a function that has %s under its old name', async (_, source) => {
    const older = await migrated({ migrations: [addNotes], functions: FIRST });
    const newer = await given({
      migrations: [addNotes, addNothing],
      functions: { greeting: source },
    });
    await expect(newer.migrate()).rejects.toThrow(
      'the function greeting() RETURNS text exists and its file declares another signature; give the changed function a new name',
    );
    expect(await greeted(older)).toBe('version 1');
  });

  it('refuses changed functions without a migration', async () => {
    await migrated({ migrations: [addNotes], functions: FIRST });
    for (const changed of [greeting(2), null]) {
      const other = await given({ migrations: [addNotes], functions: { greeting: changed } });
      await expect(other.migrate()).rejects.toThrow(
        'this version changes functions of the database (greeting) without a migration; add a migration, which may be empty, or start with an empty database',
      );
    }
  });

  it('refuses a database that has run older migrations of another history', async () => {
    await migrated({ migrations: [addNotes] });
    const other = await given({ migrations: [addNothing] });
    await expect(other.migrate()).rejects.toThrow(
      `the database has run migrations that this version does not have (${LATER}), so this version cannot upgrade it`,
    );
  });

  it.each(['DELETE FROM schema_migrations', 'DROP TABLE schema_migrations'])(
    'refuses tables of its names without a history, as of another program: %s',
    async (forget) => {
      const release = await given();
      await release.dataSource.query(forget);
      await expect(release.migrate()).rejects.toThrow(
        /^the database has tables of these names already \((\w+, ){5}…\), but no migration of this service has run: it belongs to another program/,
      );
    },
  );

  it('refuses to add to the schema of a newer release', async () => {
    await migrated({ migrations: [addNothing] });
    const older = await given({ migrations: [addNotes] });
    await expect(older.migrate()).rejects.toThrow(
      `the database belongs to a newer version, which lacks the migration ${LATER} of this one; start the newer version`,
    );
  });
});

describe('releases of the schema on one database', () => {
  it('a newer one applies its functions and triggers together with its migrations', async () => {
    await migrated({ migrations: [addNotes], functions: FIRST });
    const second = await migrated({
      migrations: [addNotes, addNothing],
      functions: { greeting: greeting(2), note_product: NOTE_PRODUCT },
    });
    expect(await greeted(second)).toBe('version 2');
    await second.dataSource.query(addProduct('NEW'));
    const noted = await second.dataSource.query('SELECT sku FROM product_notes');
    expect(noted).toEqual([{ sku: 'NEW' }]);
  });

  it('an older one that starts later leaves the newer functions alone', async () => {
    const newer = await migrated({ migrations: [addNotes], functions: { place_orders: null } });
    const before = await objectsOf(newer);
    await migrated({ functions: FIRST });
    expect(await objectsOf(newer)).toEqual(before);
  });

  it('a second instance of the same one applies nothing', async () => {
    const release = await migrated({ migrations: [addNotes], functions: FIRST });
    const versions = `SELECT xmin::text, oid FROM pg_proc WHERE pronamespace = 'public'::regnamespace ORDER BY oid`;
    const before = await release.dataSource.query<unknown[]>(versions);
    await release.migrate();
    expect(await release.dataSource.query(versions)).toEqual(before);
  });

  it('only the functions that changed are applied', async () => {
    const release = await migrated({ migrations: [addNotes], functions: FIRST });
    const applied = 'SELECT name FROM schema_functions WHERE release = 4000000000001';
    expect(await release.dataSource.query(applied)).toEqual([{ name: 'greeting' }]);
  });

  it('a function without a file stays in the database, for instances that still call it', async () => {
    await migrated({ migrations: [addNotes], functions: FIRST });
    const second = await migrated({ migrations: [addNotes, addNothing] });
    expect(await greeted(second)).toBe('version 1');
    await second.migrate();
  });
});
