import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import type { DatabaseConnection } from '../../../ormconfig.js';
import { afterUnchecked } from './database.js';

/** Statements that break rules of the stored data, by rule. A list has several ways to break a rule, each in one text. */
export type BrokenRules = Record<string, string | readonly string[]>;

/** Joins statements to one text. */
export const together = (...statements: readonly string[]): string => statements.join(';\n');

/** Tests that a check reports each broken rule, and that each of its rules has a case. */
export function testRules(file: string, broken: BrokenRules, connection: () => DatabaseConnection) {
  const check = `SELECT broken FROM ${basename(file)}()`;
  const ways = Object.entries(broken).flatMap(([rule, texts]) =>
    [texts].flat().map((text) => [rule, text] as const),
  );

  it('has a case of each rule', async () => {
    const source = await readFile(`src/schema/functions/${file}.sql`, 'utf8');
    const rules = [...source.matchAll(/^SELECT '((?:[^']|'')+)'/gm)].map(([, rule = '']) =>
      rule.replaceAll("''", "'"),
    );
    expect(Object.keys(broken).sort()).toEqual([...new Set(rules)].sort());
  });

  it.each(ways)('finds: %s (%#)', async (rule, statements) => {
    expect(await afterUnchecked(connection(), [], check)).toEqual([]);
    const found = await afterUnchecked<{ broken: string }>(connection(), [statements], check);
    expect(found.map(({ broken: named }) => named)).toContain(rule);
  });
}
