import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DataSource } from 'typeorm';
import { API } from 'typescript/unstable/sync';
import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is';
import { dataSourceOptions } from '../../../dist/ormconfig.js';
import { Modules } from './modules.js';
import { rowOf } from './rows.js';
import { textsOf } from './statements.js';
import { Values } from './values.js';

/** Statements of migrations fit the schema of their time. */
const MIGRATIONS = 'src/schema/migrations/';

/** Reads the calls of `.query(…)` of a checkout: each with its place, the texts that it can send, and the declared row. */
export async function readCalls(root, connection) {
  const compiler = new API({ cwd: root });
  const modules = new Modules(root);
  const dataSource = await new DataSource(dataSourceOptions(connection)).initialize();
  try {
    const snapshot = compiler.updateSnapshot({ openProjects: [join(root, 'tsconfig.build.json')] });
    const { program, checker } = snapshot.getProjects()[0];
    const files = program
      .getSourceFileNames()
      .map((name) => relative(root, name))
      .filter((file) => file.startsWith('src/') && !file.startsWith(MIGRATIONS))
      .sort();
    await modules.compile(files);
    const values = new Values({ root, checker, modules, dataSource });
    const calls = [];
    for (const file of files) {
      if (!readFileSync(join(root, file), 'utf8').includes('.query')) continue;
      const source = program.getSourceFile(join(root, file));
      for (const node of queryCallsIn(source)) {
        const start = node.expression.name.getStart(source);
        const line = source.getLineAndCharacterOfPosition(start).line + 1;
        const texts = await textsOf(values, node.arguments[0]);
        calls.push({ file, line, texts, row: rowOf(checker, node) });
      }
    }
    return calls;
  } finally {
    await dataSource.destroy();
    modules.remove();
    compiler.close();
  }
}

function queryCallsIn(node) {
  const calls = [];
  node.forEachChild((child) => {
    calls.push(...queryCallsIn(child));
  });
  return isQueryCall(node) ? [node, ...calls] : calls;
}

function isQueryCall(node) {
  return (
    isCallExpression(node) &&
    isPropertyAccessExpression(node.expression) &&
    node.expression.name.text === 'query' &&
    node.arguments.length > 0
  );
}
