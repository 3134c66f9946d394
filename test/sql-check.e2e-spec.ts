import { spawnSync } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { scratchFolder } from './support/processes/run.js';

const root = join(import.meta.dirname, '..');
const CONFIGURATION = ['.swcrc', 'package.json', 'tsconfig.json', 'tsconfig.build.json'];

/** Statements that do not fit the schema or their rows: the methods of a repository with them, and what is said of each. */
const WRONG = {
  'a renamed column': [
    `list(manager: EntityManager) { return manager.query<{ id: number }[]>('SELECT id FROM plans WHERE label = $1'); }`,
    'column "label" does not exist',
  ],
  'a renamed alias': [
    `list(manager: EntityManager) { return manager.query<{ name: string }[]>('SELECT name AS title FROM plans'); }`,
    'column "name" is declared, and the statement has none',
  ],
  'a column that is not declared': [
    `list(manager: EntityManager) { return manager.query<{ id: number }[]>('SELECT id, name FROM plans'); }`,
    'column "name" is not declared',
  ],
  'a column of another type': [
    `list(manager: EntityManager) { return manager.query<[{ id: string }[], number]>('DELETE FROM plans RETURNING id'); }`,
    'column "id" is read as number, declared as string',
  ],
  'a column that can be null': [
    `list(manager: EntityManager) { return manager.query<{ endsAt: Date }[]>('SELECT ends_at AS "endsAt" FROM subscriptions'); }`,
    'column "endsAt" can be null, declared as Date',
  ],
  'a statement of several': [
    `list(manager: EntityManager) { return manager.query('SELECT id FROM plans; SELECT id FROM plan'); }`,
    'relation "plan" does not exist',
  ],
  'a literal of a parameter': [
    `list(manager: EntityManager, by: 'code' | 'label') { return manager.query(\`SELECT id FROM plans ORDER BY \${by}\`); }`,
    'column "label" does not exist',
  ],
  'an argument of a caller': [
    `list(manager: EntityManager) { return this.find(manager, 'label'); }
     find(manager: EntityManager, by: string) { return manager.query(\`SELECT id FROM plans ORDER BY \${by}\`); }`,
    'column "label" does not exist',
  ],
  'a property': [
    `private readonly by = 'label';
     list(manager: EntityManager) { return manager.query(\`SELECT id FROM plans ORDER BY \${this.by}\`); }`,
    'column "label" does not exist',
  ],
  'a condition that is added to a list': [
    `list(manager: EntityManager, code?: string) {
       const conditions = ['true'];
       if (code !== undefined) conditions.push('label = $1');
       return manager.query(\`SELECT id FROM plans WHERE \${conditions.join(' AND ')}\`, [code]);
     }`,
    'column "label" does not exist',
  ],
  'a text that only a running service knows': [
    `list(manager: EntityManager, text: string) { return manager.query(text); }`,
    'the text is known at run time only',
  ],
} as const;

const RIGHT = `
  list(manager: EntityManager, labels: readonly string[]) {
    if (labels.length === 0) return [];
    return manager.query<[{ id: number; name: string; at: Date | null }]>(
      \`SELECT p.id, p.name, s.ends_at AS at FROM plans p JOIN subscriptions s ON s.plan_id = p.id
        WHERE p.name IN (\${labels.map((_, at) => \`$\${at + 1}\`).join(', ')})\`,
      [...labels],
    );
  }
  async stage(manager: EntityManager) {
    await manager.query('CREATE TEMP TABLE staged (line integer, code text) ON COMMIT DROP');
    return manager.query<{ line: number }[]>('SELECT line FROM staged JOIN plans USING (code)');
  }`;

function repository(methods: string): string {
  return `import type { EntityManager } from 'typeorm';\n\nexport class Repository {\n${methods}\n}\n`;
}

/** Runs the check on a checkout that has only the given texts, by path, and lists what it says of them. */
async function complaints(files: ReadonlyMap<string, string>): Promise<string[]> {
  const checkout = await scratchFolder();
  for (const path of CONFIGURATION) await cp(join(root, path), join(checkout, path));
  await symlink(join(root, 'node_modules'), join(checkout, 'node_modules'));
  await mkdir(join(checkout, 'src/plans'), { recursive: true });
  for (const [path, text] of files) await writeFile(join(checkout, path), text);
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['scripts/checks/sql/check-sql.js', checkout],
    { cwd: root, encoding: 'utf8' },
  );
  expect({ status, stdout }).toEqual({ status: 1, stdout: expect.stringContaining(' calls: ') });
  return stderr.split('\n').filter((line) => line.startsWith('src/plans/'));
}

describe('npm run check:sql', () => {
  it('names statements that do not fit the schema or their rows, by file and line', async () => {
    const wrong = Object.entries(WRONG).map(([name, [methods, problem]]) => {
      const path = `src/plans/${name.replaceAll(' ', '-')}.ts`;
      const text = repository(methods);
      const line = text.slice(0, text.search(/\.query\b/)).split('\n').length;
      return { path, text, expected: `${path}:${line}: ${problem}` };
    });
    const files = new Map(wrong.map(({ path, text }) => [path, text]));
    files.set('src/plans/right.ts', repository(RIGHT));
    const found = await complaints(files);
    for (const { expected } of wrong) expect(found).toContain(expected);
    expect(found.filter((line) => line.includes('right.ts'))).toEqual([]);
  });
});
