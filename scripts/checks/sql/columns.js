import pg from 'pg';

/** Kinds of the values that pg returns by PostgreSQL's type. For other types it returns strings. */
const KINDS = {
  bool: 'boolean',
  ...Object.fromEntries(
    ['int2', 'int4', 'int8', 'oid', 'float4', 'float8'].map((name) => [name, 'number']),
  ),
  ...Object.fromEntries(['date', 'timestamp', 'timestamptz'].map((name) => [name, 'Date'])),
  bytea: 'Buffer',
  interval: 'object',
  json: 'any',
  jsonb: 'any',
};

/** Statement that PostgreSQL parses and describes without executing it. pg calls its methods (`Submittable` in its types). */
class Description {
  fields = [];

  constructor(text) {
    this.text = text;
    this.done = new Promise((resolve, reject) => Object.assign(this, { resolve, reject }));
  }

  submit(connection) {
    connection.parse({ text: this.text });
    connection.describe({ type: 'S' });
    connection.sync();
  }

  handleRowDescription({ fields }) {
    this.fields = fields;
  }

  handleError(error) {
    this.reject(error);
  }

  handleReadyForQuery() {
    this.resolve(this.fields);
  }
}

/** Reader of the columns of statements, on a connection to a database with the schema. */
export class Columns {
  #client;
  #types = new Map();
  #nullable = new Set();
  #temporary = null;

  constructor(connection) {
    this.#client = new pg.Client(connection);
  }

  async connect() {
    await this.#client.connect();
    const types = await this.#client.query('SELECT oid, typname, typcategory FROM pg_type');
    const nullable = await this.#client.query(
      `SELECT attrelid, attnum FROM pg_attribute JOIN pg_class c ON c.oid = attrelid
        WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace AND NOT attnotnull`,
    );
    for (const { oid, typname, typcategory } of types.rows) {
      this.#types.set(oid, typcategory === 'A' ? 'array' : (KINDS[typname] ?? 'string'));
    }
    for (const { attrelid, attnum } of nullable.rows) this.#nullable.add(`${attrelid}.${attnum}`);
  }

  /** Makes the temporary tables for a file in place of those of another file, as some have the same name. */
  async makeTemporary(definitions) {
    const text = definitions.join(';\n');
    if (text === this.#temporary) return;
    await this.#client.query(`DISCARD TEMP; ${text}`);
    this.#temporary = text;
  }

  /** Describes the columns of a statement. @throws what PostgreSQL finds wrong with it */
  async of(statement) {
    const description = new Description(statement);
    this.#client.query(description);
    const fields = await description.done;
    return fields.map(({ name, dataTypeID, tableID, columnID }) => ({
      name,
      kind: this.#types.get(dataTypeID),
      isNullable: this.#nullable.has(`${tableID}.${columnID}`),
    }));
  }

  async end() {
    await this.#client.end();
  }
}

/** Lists the differences between the columns of a statement and the properties of a row. */
export function differencesOf(columns, { properties, hasMore }) {
  const byName = new Map(columns.map((column) => [column.name, column]));
  const names = new Set(properties.map(({ name }) => name));
  return [
    ...properties.flatMap((property) => differenceOf(property, byName.get(property.name))),
    ...[...byName.keys()]
      .filter((name) => !hasMore && !names.has(name))
      .map((name) => `column "${name}" is not declared`),
  ];
}

function differenceOf({ name, type, kinds, isOptional, isNullable }, column) {
  if (column === undefined)
    return isOptional ? [] : [`column "${name}" is declared, and the statement has none`];
  const isOfKind = column.kind === 'any' || kinds.size === 0 || kinds.has(column.kind);
  if (!isOfKind) return [`column "${name}" is read as ${column.kind}, declared as ${type}`];
  return column.isNullable && !isNullable
    ? [`column "${name}" can be null, declared as ${type}`]
    : [];
}
