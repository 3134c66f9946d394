import { createTypeScriptImportResolver } from 'eslint-import-resolver-typescript';
import importX from 'eslint-plugin-import-x';
import tseslint from 'typescript-eslint';

// From the bottom up: a room may import those before it, never those after it.
const ROOMS = [
  'config',
  'database',
  'http',
  'audit',
  'auth',
  'wallet',
  'plans',
  'catalog',
  'stock',
  'orders',
  'assortment',
  'health',
];

const upward = ROOMS.map((room, index) => ({
  target: `./src/${room}`,
  from: [...ROOMS.slice(index + 1), 'demo', 'docs', 'cli'].map((later) => `./src/${later}`),
  message: `src/${room} may import only ${ROOMS.slice(0, index).join(', ') || 'libraries'}.`,
}));

// From another feature: its service, its entities, its pure code; never what is its own affair.
const FEATURES = ['audit', 'auth', 'wallet', 'plans', 'catalog', 'stock', 'orders', 'assortment'];

const sideways = FEATURES.map((feature) => ({
  target: FEATURES.filter((other) => other !== feature).map((other) => `./src/${other}`),
  from: `./src/${feature}/**/*.{repository,dto,controller,examples}.ts`,
  message: `The repositories, DTOs and controllers of src/${feature} are its own.`,
}));

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      'coverage/',
      '.data/',
      '.stryker-tmp/',
      'reports/',
      'clients/typescript/src/generated/',
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
            'test/support/*.js',
            'test/faults/support/*.js',
          ],
        },
        tsconfigRootDir: import.meta.dirname,
      },
    },
    plugins: { 'import-x': importX },
    settings: {
      'import-x/resolver-next': [createTypeScriptImportResolver()],
      'import-x/extensions': ['.ts', '.js'],
    },
    rules: {
      'import-x/no-cycle': 'error',
      'import-x/no-default-export': 'error',
      'import-x/no-restricted-paths': ['error', { zones: [...upward, ...sideways] }],
      '@typescript-eslint/explicit-function-return-type': ['error', { allowExpressions: true }],
      '@typescript-eslint/no-extraneous-class': ['error', { allowWithDecorator: true }],
      'max-lines': ['error', { max: 350, skipComments: true }],
      'max-lines-per-function': ['error', { max: 70 }],
      'no-console': 'error',
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/database/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: "MemberExpression[property.name='createQueryRunner']",
          message: 'Transactions go through inTransaction() and inSnapshot() only.',
        },
        {
          selector:
            "MemberExpression[object.property.name='dataSource'][property.name='transaction']",
          message: 'Transactions go through inTransaction() and inSnapshot() only.',
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/boot.ts', 'src/database/embedded/**', 'src/database/cli-data-source.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only src/boot.ts reads the environment.' },
      ],
    },
  },
  {
    files: ['test/**/*.ts', 'src/**/*.spec.ts'],
    rules: {
      'max-lines-per-function': 'off',
      'max-lines': ['error', { max: 600, skipComments: true }],
      '@typescript-eslint/explicit-function-return-type': 'off',
      // supertest and Jest's asymmetric matchers speak `any`.
      '@typescript-eslint/no-unsafe-assignment': 'off',
    },
  },
  {
    files: ['**/*.js'],
    extends: [tseslint.configs.disableTypeChecked],
    rules: { '@typescript-eslint/explicit-function-return-type': 'off' },
  },
  {
    files: ['src/demo/demo-catalog.ts'],
    rules: { 'max-lines': 'off' },
  },
  {
    files: ['src/database/cli-data-source.ts', '*.config.js', 'test/**/global-*.js'],
    rules: { 'import-x/no-default-export': 'off' },
  },
);
