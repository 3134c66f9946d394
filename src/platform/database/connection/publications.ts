import type { DataSource } from 'typeorm';
import { DatabaseContractError } from './contract.js';

/** A table in a publication that lacks the columns that identify its rows. PostgreSQL then refuses UPDATE and DELETE. */
interface Unpublishable {
  publication: string;
  table: string;
  hasKey: boolean;
}

/** Selects each {@link Unpublishable}. The replica identity decides which columns identify a row: those of a key, or all. */
export const UNPUBLISHABLE = `
  SELECT p.pubname AS publication, c.relname AS table,
    EXISTS (SELECT FROM pg_index i WHERE i.indrelid = c.oid AND i.indisprimary) AS "hasKey"
  FROM pg_publication p JOIN pg_publication_tables t USING (pubname)
    JOIN pg_namespace n ON n.nspname = t.schemaname
    JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = t.tablename
    CROSS JOIN LATERAL (
      SELECT coalesce(bool_and(a.attname = ANY (t.attnames)), false) AS "isPublished"
      FROM pg_attribute a
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
        AND (c.relreplident = 'f' OR a.attnum = ANY (ARRAY(
          SELECT unnest(i.indkey) FROM pg_index i
          WHERE i.indrelid = c.oid AND CASE c.relreplident WHEN 'd' THEN i.indisprimary WHEN 'i' THEN i.indisreplident END
        )))
    ) identity
  WHERE (p.pubupdate OR p.pubdelete) AND n.nspname = current_schema() AND NOT identity."isPublished"
  ORDER BY 2, 1`;

/** @throws DatabaseContractError if a publication makes PostgreSQL refuse statements of the service */
export async function assertPublishable(dataSource: DataSource): Promise<void> {
  const [found] = await dataSource.query<Unpublishable[]>(UNPUBLISHABLE);
  if (found === undefined) return;
  const { publication, table, hasKey } = found;
  throw new DatabaseContractError(
    `the publication "${publication}" has the table ${table} without what identifies its rows, so PostgreSQL refuses to change them; ` +
      `give the table its replica identity back (ALTER TABLE ${table} REPLICA IDENTITY ${hasKey ? 'DEFAULT' : 'FULL'}), ` +
      'publish all its columns, or drop the publication',
  );
}
