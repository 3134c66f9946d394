import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { givenDatabase, givenDataSource } from './support/database/database.js';
import { complaints } from './support/lint.js';

const root = join(import.meta.dirname, '..');
const FUNCTIONS = join(root, 'src/schema/functions');

interface Owners {
  TABLE_OWNERS: Record<string, string>;
  EXCEPTIONS: Record<string, { tables: string[]; reason: string }>;
  SHARED_WITH: Record<string, string>;
}
const checks = join(root, 'scripts/checks');
const { TABLE_OWNERS, EXCEPTIONS, SHARED_WITH } = (await import(
  join(checks, 'table-owners.js')
)) as Owners;
const { PARENT_LOCK } = (await import(join(checks, 'house.js'))) as { PARENT_LOCK: RegExp };
const { tablesIn } = (await import(join(checks, 'table-ownership.js'))) as {
  tablesIn: (sql: string) => string[];
};

/** Returns the rule's message about a text, as if it were a file of src. */
async function refused(file: string, text: string): Promise<string[]> {
  const found = await complaints(new Map([[join('src', file), text]]));
  return found
    .filter(({ rule }) => rule === 'house/table-ownership')
    .map(({ message }) => /table (\w+) belongs to src\/(\w+)/.exec(message)![0]);
}

describe('table ownership', () => {
  it('gives every table of the database an owner', async () => {
    const dataSource = await givenDataSource((await givenDatabase()).connection);
    const tables = await dataSource.query<{ name: string }[]>(
      `SELECT table_name AS name FROM information_schema.tables
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`,
    );
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(TABLE_OWNERS).sort());
  });

  it('refuses SQL on a table of another folder', async () => {
    const sql = 'export const sql = `SELECT * FROM orders o JOIN plans p ON ${1} = 1`;';
    expect(await refused('orders/orders.repository.ts', sql)).toEqual([
      'table plans belongs to src/plans',
    ]);
  });

  it('refuses the entity of another folder, but not as the target of a foreign key or a type', async () => {
    const text = `
      import { ForeignKey, type EntityManager } from 'typeorm';
      import { Client } from '../clients/client.entity.js';
      export class Plan {
        @ForeignKey(() => Client)
        clientId: number;
      }
      export const name = (client: Client): string => client.name;
      export const all = (manager: EntityManager): unknown => manager.getRepository(Client).find();`;
    expect(await refused('plans/plan.entity.ts', text)).toEqual([
      'table clients belongs to src/clients',
    ]);
  });

  it.each([
    [
      'plans.module.ts',
      '@Module({ imports: [TypeOrmModule.forFeature([Plan, Client])] }) export class PlansModule {}',
    ],
    [
      'plans.repository.ts',
      `@Injectable() export class PlansRepository {
        constructor(
          @InjectRepository(Plan) private readonly plans: Repository<Plan>,
          @InjectRepository(Client) private readonly clients: Repository<Client>,
        ) {}
      }`,
    ],
  ])('refuses the entity of another folder that %s hands to TypeORM', async (file, declaration) => {
    const text = `
      import { Injectable, Module } from '@nestjs/common';
      import { InjectRepository, TypeOrmModule } from '@nestjs/typeorm';
      import { Repository } from 'typeorm';
      import { Client } from '../clients/client.entity.js';
      import { Plan } from './plan.entity.js';
      ${declaration}`;
    expect(await refused(`plans/${file}`, text)).toEqual(['table clients belongs to src/clients']);
  });

  it.each([
    ['DELETE FROM orders', ['orders']],
    ['SELECT 1 FROM plans p, clients AS c, LATERAL (SELECT 1) x', ['plans', 'clients']],
    ['INSERT INTO receipts (client_id) VALUES ($1)', ['receipts']],
    ['MERGE INTO "api_tokens" USING products ON true', ['api_tokens', 'products']],
    ['INSERT INTO import_rows SELECT 1', []],
    ['payments from orders of the clients', []],
  ])('finds the tables of %s', (sql, tables) => {
    expect(tablesIn(sql)).toEqual(tables);
  });

  it('holds for the SQL functions of each folder', () => {
    const files = readdirSync(FUNCTIONS, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.sql'))) {
      const [folder] = file.split('/');
      const owner = Object.values(TABLE_OWNERS).includes(folder!) ? folder! : 'platform';
      const path = `schema/functions/${file}`;
      const sql = readFileSync(join(FUNCTIONS, file), 'utf8');
      const foreign = tablesIn(sql).filter(
        (table) => ![owner, SHARED_WITH[owner]].includes(TABLE_OWNERS[table]),
      );
      expect([path, foreign.sort()]).toEqual([path, EXCEPTIONS[path]?.tables ?? []]);
    }
  });

  it('SQL functions lock no clients, plans and products against new orders', () => {
    const files = readdirSync(FUNCTIONS, { recursive: true, encoding: 'utf8' });
    for (const file of files.filter((name) => name.endsWith('.sql'))) {
      const statements = readFileSync(join(FUNCTIONS, file), 'utf8').split(';');
      expect([file, statements.filter((sql) => PARENT_LOCK.test(sql))]).toEqual([file, []]);
    }
  });

  it('lists no exception that is not needed', () => {
    for (const [file, { tables }] of Object.entries(EXCEPTIONS)) {
      const source = join(root, 'src', file);
      expect(existsSync(source) && file).toBe(file);
      const text = readFileSync(source, 'utf8');
      const folder = file.split('/')[0];
      for (const table of tables) {
        expect(TABLE_OWNERS[table]).not.toBe(folder);
        const isNamed = new RegExp(`\\b(${table}|${entityOf(table)})\\b`).test(text);
        expect({ file, table, isNamed }).toEqual({ file, table, isNamed: true });
      }
    }
  });
});

/** Finds the entity of a table. For example, api_tokens has ApiToken. */
function entityOf(table: string): string {
  const singular = table.replace(/ies$/, 'y').replace(/s$/, '');
  return singular.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
}
