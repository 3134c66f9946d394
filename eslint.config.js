import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import jsxA11y from 'eslint-plugin-jsx-a11y-x';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { docstrings } from './scripts/checks/docstrings.js';
import { tableOwnership } from './scripts/checks/table-ownership.js';

// Bottom up: a folder may import the folders before it, never those after it. The administration of clients stands above
// plans, because it shows a client together with its subscription and wallet; the administration of products stands above
// stock, because it creates a product together with its stock.
const LAYERS = [
  ['platform'],
  ['audit'],
  ['clients'],
  ['ledger'],
  ['accounts'],
  ['plans'],
  ['client-administration'],
  ['auth'],
  ['catalog'],
  ['stock'],
  ['product-administration'],
  ['orders'],
  ['payments'],
  ['dashboard'],
  ['docs', 'demo', 'schema', 'start', 'cli'],
];

const pathsOf = (folders) => folders.map((folder) => `./src/${folder}/**/*.ts`);

const upward = LAYERS.slice(0, -1).map((layer, index) => ({
  target: pathsOf(layer),
  from: LAYERS.slice(index + 1).flatMap(pathsOf),
  message: `src/${layer.join(', src/')} may not import folders that stand above it.`,
}));

// From another feature import its services, entities and pure functions.
const FEATURES = [
  'accounts',
  'audit',
  'auth',
  'clients',
  'client-administration',
  'ledger',
  'plans',
  'catalog',
  'product-administration',
  'stock',
  'orders',
  'payments',
];

const sideways = FEATURES.map((feature) => ({
  target: FEATURES.filter((other) => other !== feature).map((other) => `./src/${other}`),
  from: `./src/${feature}/**/*.{repository,dto,controller,examples}.ts`,
  message: `Repositories, DTOs and controllers of src/${feature} are private to it.`,
}));

// It could be a package: it knows Node, `pg` and nothing of this service.
const embedded = {
  target: './src/platform/database/embedded',
  from: './src/**/*',
  except: ['**/platform/database/embedded/*'],
  message: 'The embedded PostgreSQL imports nothing else of the service.',
};

/** The statuses that only orders have; a comparison with another one may be about a subscription. */
const STATUS_BY_NAME = {
  selector: 'BinaryExpression > Literal[value=/^(awaiting_payment|partially_shipped)$/]',
  message: 'Ask for a set of order statuses: isIn(set, status).',
};

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'coverage/',
      '.data/',
      'clients/typescript/src/generated/',
      'web/src/api/generated/',
      'test/generators/',
    ],
  },
  ...tseslint.configs.recommendedTypeChecked,
  ...tseslint.configs.stylisticTypeChecked,
  {
    languageOptions: {
      parserOptions: {
        projectService: {
          allowDefaultProject: [
            '*.js',
            'scripts/*.js',
            'src/accounts/passwords/hash-worker.js',
            'scripts/*/*.js',
            'test/support/*.js',
            'test/support/native/*.js',
            'test/faults/support/*.js',
          ],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: {
      'import-x': importX,
      house: { rules: { docstrings, 'table-ownership': tableOwnership } },
    },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver()],
      'import-x/extensions': ['.ts', '.js'],
    },
    rules: {
      'house/docstrings': 'error',
      'import-x/no-cycle': 'error',
      'import-x/no-default-export': 'error',
      'import-x/no-restricted-paths': ['error', { zones: [...upward, ...sideways, embedded] }],
      '@typescript-eslint/explicit-function-return-type': ['error', { allowExpressions: true }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      'max-lines': ['error', { max: 350, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70 }],
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/platform/database/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[property.name='createQueryRunner']",
          message: 'Transactions go through inTransaction() and inSnapshot() only.',
        },
        {
          selector:
            ":matches(MemberExpression[property.name='transaction'], MemberExpression[property.value='transaction'], ObjectPattern > Property[key.name='transaction'])",
          message: 'Transactions go through inTransaction() and inSnapshot() only.',
        },
        STATUS_BY_NAME,
      ],
    },
  },
  {
    files: ['web/src/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', STATUS_BY_NAME] },
  },
  {
    // A class that is given more than seven others does more than one thing.
    files: ['src/**/*.ts'],
    rules: { '@typescript-eslint/max-params': ['error', { max: 7 }] },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/schema/**', 'src/**/*.spec.ts'],
    rules: { 'house/table-ownership': 'error' },
  },
  {
    files: ['src/**/*.ts'],
    ignores: [
      'src/start/foundation.ts',
      'src/platform/database/embedded/**',
      'src/schema/cli-data-source.ts',
    ],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          object: 'process',
          property: 'env',
          message: 'Only src/start/foundation.ts reads the environment.',
        },
      ],
    },
  },
  {
    files: ['test/**/*.ts', 'src/**/*.spec.ts'],
    rules: {
      // A block of tests is a function too.
      'max-lines-per-function': ['error', { max: 150, skipComments: true }],
      'max-lines': ['error', { max: 300, skipComments: true }],
      '@typescript-eslint/explicit-function-return-type': 'off',
      // supertest and Jest's asymmetric matchers speak `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    // One table of every kind of change; one story of every secret; the model and its shop, a method a call.
    files: [
      'test/admin-api/audit/audit-changes.e2e-spec.ts',
      'test/operation/sentinels.e2e-spec.ts',
      'test/support/model/{model,model-shop}.ts',
    ],
    rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' },
  },
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/explicit-function-return-type': 'off' },
  },
  {
    files: ['web/**/*.{ts,tsx}'],
    extends: [jsxA11y.configs.strict, reactHooks.configs.flat.recommended],
    rules: {
      // The router's redirects are thrown.
      '@typescript-eslint/only-throw-error': [
        'error',
        { allow: [{ from: 'package', package: '@tanstack/router-core', name: 'Redirect' }] },
      ],
      // Areas that scroll can be reached with the keyboard.
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { roles: ['region'], tags: ['main'] }],
    },
  },
  {
    files: ['web/**/*.tsx'],
    // A component returns JSX.
    rules: { '@typescript-eslint/explicit-function-return-type': 'off' },
  },
  {
    files: ['web/vite.config.ts', 'web/docs/vite.config.ts'],
    rules: { 'import-x/no-default-export': 'off' },
  },
  {
    files: [
      'src/schema/cli-data-source.ts',
      '*.config.js',
      'test/**/{global-*,*-reporter,longest-first,native-*}.js',
    ],
    rules: { 'import-x/no-default-export': 'off' },
  },
);
