import { join } from 'node:path';
import { complaints } from './support/lint.js';

const root = join(import.meta.dirname, '..');

interface Structure {
  circlesOf: (graph: Map<string, string[]>) => string[][];
  importsOf: (file: string, text: string) => string[];
  largeFolders: (files: string[]) => [folder: string, count: number][];
}
const path = join(root, 'scripts/checks/structure.js');
const { circlesOf, importsOf, largeFolders } = (await import(path)) as Structure;

const REFUSED = 'Transactions go through inTransaction() and inSnapshot() only.';

describe('the rules of the house', () => {
  it.each([
    ['a field', 'this.dataSource.transaction(work);'],
    ['a parameter', 'dataSource.transaction(work);'],
    ['a call', 'open().transaction(work);'],
    ['a manager', 'manager.transaction(work);'],
    ['a name in brackets', "dataSource['transaction'](work);"],
    ['a part of an object', 'const { transaction } = dataSource; transaction(work);'],
  ])('refuse a transaction of %s', async (_, text) => {
    expect(await complaints('no-restricted-syntax', 'plans/plans.service.ts', text)).toEqual([
      REFUSED,
    ]);
    const own = await complaints('no-restricted-syntax', 'platform/database/transaction.ts', text);
    expect(own).toEqual([]);
  });

  it('refuse a class with more than seven dependencies', async () => {
    const rule = '@typescript-eslint/max-params';
    const service = (count: number): string =>
      `export class Service { constructor(${Array.from({ length: count }, (_, at) => `private readonly part${at}: object`).join(', ')}) {} }`;
    expect(await complaints(rule, 'plans/plans.service.ts', service(7))).toEqual([]);
    expect(await complaints(rule, 'plans/plans.service.ts', service(8))).toEqual([
      expect.stringContaining('too many parameters (8)'),
    ]);
  });

  it.each([
    ['/** Of a plan. */ const id = 1;', 'begins with the relative word "Of"'],
    ['/** However it fits. */ const id = 1;', 'begins with the relative word "However"'],
    ['/** The id. */ function id() {}', 'expected a verb in the third person, such as "Returns"'],
    ['/** Ids of a plan. */ const ids = () => [];', 'expected a verb in the third person'],
    ['/** Sends mail. */ class Mail {}', 'expected a noun, as this describes a type'],
  ])('refuse the docstring %s', async (text, fault) => {
    expect(await complaints('house/docstrings', 'plans/plans.service.ts', text)).toEqual([
      expect.stringContaining(fault),
    ]);
  });

  it.each([
    '/** Id of a plan. */ const id = 1;',
    '/** Returns the id. */ function id() {}',
    '/** Returns the ids. */ const ids = () => [];',
    '/** Sender of mail. */ class Mail {}',
    '/** @typedef {string} Id */ const id = 1;',
    '/* What a plain comment says. */ const id = 1;',
  ])('accept the docstring %s', async (text) => {
    expect(await complaints('house/docstrings', 'plans/plans.service.ts', text)).toEqual([]);
  });

  it('see an import of types, and one that is loaded later', () => {
    const text = `
      import type { A } from './a.js';
      import { type B } from '../b.js';
      export type { C } from './c.js';
      const later = import('./d.js');
      import { DataSource } from 'typeorm';`;
    expect(importsOf('src/plans/plans.service.ts', text)).toEqual([
      'src/plans/a.js',
      'src/b.js',
      'src/plans/c.js',
      'src/plans/d.js',
    ]);
  });

  it('find a circle of imports', () => {
    const graph = { a: ['b', 'd'], b: ['c'], c: ['b', 'd'], d: [] };
    expect(circlesOf(new Map(Object.entries(graph)))).toEqual([['b', 'c']]);
  });

  it('find a folder of more than fifteen files, specs and CSS modules not counted', () => {
    const numbered = (form: (at: number) => string, count: number): string[] =>
      Array.from({ length: count }, (_, at) => form(at));
    const files = [
      ...numbered((at) => `src/a/${at}.ts`, 15),
      ...numbered((at) => `src/a/${at}.spec.ts`, 15),
      ...numbered((at) => `web/b/${at}.tsx`, 16),
      ...numbered((at) => `web/c/${at}.module.css`, 16),
    ];
    expect(largeFolders(files)).toEqual([['web/b', 16]]);
  });
});
