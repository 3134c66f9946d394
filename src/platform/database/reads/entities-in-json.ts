import type { DataSource, EntityTarget, ObjectLiteral } from 'typeorm';

/**
 * Makes a reader of an entity's rows that PostgreSQL wrote as JSON (`row_to_json`, `json_agg`). It is for statements that read
 * several tables from one snapshot.
 */
export function entitiesInJson<Entity extends ObjectLiteral>(
  dataSource: DataSource,
  target: EntityTarget<Entity>,
): (row: object) => Entity {
  const { columns } = dataSource.getMetadata(target);
  const readers = columns.map(({ databaseName, propertyName, type }) => ({
    databaseName,
    propertyName,
    read: READERS[type as string] ?? ((value: unknown) => value),
  }));
  return (row) => {
    const entity: Record<string, unknown> = {};
    for (const { databaseName, propertyName, read } of readers) {
      const value = (row as Record<string, unknown>)[databaseName] ?? null;
      entity[propertyName] = value === null ? null : read(value);
    }
    return entity as Entity;
  };
}

/** Values that JSON does not have, by the type of the column. */
const READERS: Readonly<Record<string, (value: unknown) => unknown>> = {
  timestamptz: (text) => new Date(text as string),
  bytea: (text) => Buffer.from((text as string).slice('\\x'.length), 'hex'),
};
