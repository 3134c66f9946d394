// The rules of this project for oxlint, in the form of ESLint's: https://eslint.org/docs/latest/extend/custom-rules
import { importDirections } from './import-directions.js';
import { tableOwnership } from './table-ownership.js';

const transactions = refuse('Transactions go through inTransaction() and inSnapshot() only.', [
  "MemberExpression[property.name='createQueryRunner']",
  "MemberExpression[property.name='transaction']",
  "MemberExpression[property.value='transaction']",
  "ObjectPattern > Property[key.name='transaction']",
]);

const injectedRepositories = refuse(
  'Inject the repository; manager.withRepository() lets it join a transaction.',
  ["MemberExpression[property.name='getRepository']"],
);

/** Rule on the statuses that only orders have. A comparison with another status may be about a subscription. */
const orderStatuses = refuse('Ask for a set of order statuses: isIn(set, status).', [
  'BinaryExpression > Literal[value=/^(awaiting_payment|partially_shipped)$/]',
]);

export const PARENT_LOCK =
  /\b(?:FROM|JOIN) (?:public\.)?(?:clients|plans|products)\b(?:[\s\S]*FOR UPDATE(?! OF)| (?:AS )?(\w+)\b[\s\S]*FOR UPDATE OF \1\b)/;
const parentLocks = refuse('New orders would wait for this lock: lock FOR NO KEY UPDATE.', [
  `:matches(Literal[raw=${PARENT_LOCK}], TemplateElement[value.raw=${PARENT_LOCK}])`,
  "CallExpression[callee.object.arguments.0.property.name=/^(clients|plans|products)$/] Literal[value='pessimistic_write']",
]);

/**
 * Rule on interfaces that packages do not publish. .oxlintrc.json has the files that may use some of them; each says what that
 * saves.
 */
const privateInterfaces = refuse('Use what the package publishes.', [
  String.raw`ImportDeclaration[source.value=/^(@nestjs\/[\w-]+|typeorm|express|class-transformer|class-validator|jest-[\w-]+|@jest\/[\w-]+|typescript\/unstable)\/./]`,
  'MemberExpression[property.name=/^(_[a-zA-Z]|unstable_)/]',
  "MemberExpression[object.property.name='router'][property.name='stack']",
]);

const spreadObjects = refuse(
  'Write the properties themselves: such a spread only pleases the formatter.',
  ['ObjectExpression > SpreadElement > ObjectExpression'],
);

/** Makes a rule that reports each node that one of the selectors finds. */
function refuse(message, selectors) {
  return {
    meta: { type: 'problem', schema: [] },
    create: ({ report }) =>
      Object.fromEntries(
        selectors.map((selector) => [selector, (node) => report({ node, message })]),
      ),
  };
}

export default {
  meta: { name: 'house' },
  rules: {
    'import-directions': importDirections,
    'injected-repositories': injectedRepositories,
    'order-statuses': orderStatuses,
    'parent-locks': parentLocks,
    'private-interfaces': privateInterfaces,
    'spread-objects': spreadObjects,
    'table-ownership': tableOwnership,
    transactions,
  },
};
