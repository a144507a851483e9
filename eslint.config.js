import { configApp } from '@adonisjs/eslint-config'
import { restrictedSyntax } from './eslint/restricted_syntax.js'

export default configApp(
  {
    ignores: [
      '.data/**',
      '.adonisjs/**',
      '**/build/**',
      'coverage/**',
      'tmp/**',
      'stubs/**',
      'clients/typescript/src/generated/**',
    ],
  },
  {
    rules: {
      'max-lines-per-function': [
        'error',
        { max: 70, skipBlankLines: true, skipComments: true, IIFEs: true },
      ],
      'max-lines': ['error', 400],
      'complexity': ['error', 16],
      'no-console': 'error',
      'prefer-const': 'error',
      'no-restricted-imports': [
        'error',
        {
          paths: [
            { name: 'web3', message: 'Use the web3 namespaces inside the chain gateway only.' },
            { name: 'japa', message: 'The runner is @japa/runner.' },
          ],
        },
      ],
      '@typescript-eslint/no-explicit-any': 'error',
      '@unicorn/no-await-expression-member': 'off',
      // `npm run lint` asks prettier itself, about every kind of file; asked here too it was most of a lint.
      'prettier/prettier': 'off',
    },
  },
  {
    // A spec group is one function by form; its length says nothing.
    files: [
      'tests/**/*.ts',
      'modules/*/tests/**/*.ts',
      'bench/**/*.ts',
      'fuzz/**/*.ts',
      'cluster/**/*.ts',
    ],
    rules: { 'max-lines-per-function': 'off', 'no-console': 'off' },
  },
  {
    files: ['bin/**/*.js', 'eslint/**/*.js', 'ace.js'],
    rules: { 'no-console': 'off' },
  },
  {
    // What it costs a process to have used `fetch` once: docs/decisions/0029-what-rest-costs.md.
    files: ['bin/launcher/**/*.js', 'modules/custody/chain/**/*.ts'],
    rules: {
      'no-restricted-globals': [
        'error',
        {
          name: 'fetch',
          message: 'It keeps 14 to 35 MB in a process that rests: ask by node:http.',
        },
      ],
    },
  },
  {
    // What a process holds of a library that it has loaded: docs/decisions/0029-what-rest-costs.md.
    files: ['{app,bin,commands,modules,providers,start}/**/*.ts'],
    ignores: ['modules/*/tests/**'],
    rules: {
      '@typescript-eslint/no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'viem',
              allowTypeImports: true,
              message:
                'The whole library keeps 2 MB more: import from viem/utils or viem/accounts.',
            },
          ],
        },
      ],
    },
  },
  ...restrictedSyntax
)
