// The rules of this project for oxlint, in the form of ESLint's: https://eslint.org/docs/latest/extend/custom-rules
import { docstrings } from './docstrings.js';
import { importDirections } from './import-directions.js';
import { tableOwnership } from './table-ownership.js';

const transactions = refuse('Transactions go through inTransaction() and inSnapshot() only.', [
  "MemberExpression[property.name='createQueryRunner']",
  "MemberExpression[property.name='transaction']",
  "MemberExpression[property.value='transaction']",
  "ObjectPattern > Property[key.name='transaction']",
]);

/** Rule on the statuses that only orders have: a comparison with another one may be about a subscription. */
const orderStatuses = refuse('Ask for a set of order statuses: isIn(set, status).', [
  'BinaryExpression > Literal[value=/^(awaiting_payment|partially_shipped)$/]',
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
    docstrings,
    'import-directions': importDirections,
    'order-statuses': orderStatuses,
    'spread-objects': spreadObjects,
    'table-ownership': tableOwnership,
    transactions,
  },
};
