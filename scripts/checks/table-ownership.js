import { EXCEPTIONS, SHARED_WITH, TABLE_OWNERS } from './table-owners.js';

/**
 * Lint rule: each table belongs to one folder of src, and other folders read it through that folder's service. It reads SQL in
 * string literals and templates, and the entities passed to TypeORM.
 * - names that exist only within a statement or transaction (CTEs, temporary tables) are not checked
 */

const SQL_TABLES =
  /\b(?:FROM|JOIN|INTO|UPDATE|USING|TABLE|ONLY)\s+(?:public\.)?("?[a-z_]+"?(?:\s+(?:AS\s+)?[a-z_]+)?(?:\s*,\s*"?[a-z_]+"?(?:\s+(?:AS\s+)?[a-z_]+)?)*)/g;

/** Finds the owned tables in a text of SQL. */
export function tablesIn(sql) {
  const found = [...sql.matchAll(SQL_TABLES)].flatMap(([, list]) =>
    list.split(',').map((item) => item.trim().split(/\s+/)[0].replaceAll('"', '')),
  );
  return [...new Set(found)].filter((name) => Object.hasOwn(TABLE_OWNERS, name));
}

/** Derives the table of an entity class from the name of the entity's file. */
function tableOf(importPath) {
  const name = /([a-z-]+)\.entity\.js$/.exec(importPath)?.[1];
  if (name === undefined) return undefined;
  const singular = name.replaceAll('-', '_');
  return [`${singular}s`, `${singular.slice(0, -1)}ies`].find((table) =>
    Object.hasOwn(TABLE_OWNERS, table),
  );
}

function isInForeignKey(node) {
  for (let at = node; at; at = at.parent) {
    if (at.type === 'Decorator') return at.expression.callee?.name === 'ForeignKey';
  }
  return false;
}

export const tableOwnership = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      foreign:
        "The table {{table}} belongs to src/{{owner}}: use that folder's service, or list the file in scripts/checks/table-owners.js.",
    },
  },
  create(context) {
    const path = context.filename.replaceAll('\\', '/').split('/src/').at(-1);
    const [folder] = path.split('/');
    const allowed = EXCEPTIONS[path]?.tables ?? [];
    const check = (node, table) => {
      const owner = TABLE_OWNERS[table];
      if (owner === folder || owner === SHARED_WITH[folder] || allowed.includes(table)) return;
      context.report({ node, messageId: 'foreign', data: { table, owner } });
    };
    const checkSql = (node, sql) => tablesIn(sql).forEach((table) => check(node, table));
    return {
      Literal(node) {
        if (typeof node.value === 'string') checkSql(node, node.value);
      },
      TemplateLiteral(node) {
        checkSql(node, node.quasis.map(({ value }) => value.cooked ?? '').join(' ? '));
      },
      ImportDeclaration(node) {
        const table = tableOf(node.source.value);
        if (table === undefined || node.importKind === 'type') return;
        for (const specifier of node.specifiers) {
          const [variable] = context.sourceCode.getDeclaredVariables(specifier);
          // Constants of an entity file may be imported freely; the entity class gives access to its table.
          const isEntity = /^[A-Z][a-z]/.test(variable.name);
          for (const reference of isEntity ? variable.references : []) {
            const isType = reference.isTypeReference && !reference.isValueReference;
            if (!isType && !isInForeignKey(reference.identifier)) {
              check(reference.identifier, table);
            }
          }
        }
      },
    };
  },
};
