/**
 * Only the poster's storage may name the journal's tables in a writing statement. Matched in the
 * text of string literals and templates, because that is where SQL lives.
 */

const TABLES = 'journal_entries|journal_legs|journal_groups|realm_heads|balances|holds'
const WRITES = `(INSERT\\\\s+(IGNORE\\\\s+)?INTO|REPLACE\\\\s+INTO|UPDATE|DELETE\\\\s+FROM)\\\\s+\`?(${TABLES})\\\\b`
const message = 'Only modules/ledger/storage/journal_writer.ts writes the journal: post a request.'

const selectors = [
  `Literal[value=/${WRITES}/i]`,
  `TemplateElement[value.raw=/${WRITES}/i]`,
  `CallExpression[callee.property.name=/^(table|from|into)$/][arguments.0.value=/^(${TABLES})$/]`,
  `CallExpression[callee.name='insert'][arguments.1.value=/^(${TABLES})$/]`,
].map((selector) => ({ selector: selector.replaceAll('\\\\', '\\'), message }))

export const journalRules = [
  {
    files: [
      'app/**/*.ts',
      'modules/**/*.ts',
      'commands/**/*.ts',
      'start/**/*.ts',
      'providers/**/*.ts',
    ],
    ignores: ['modules/ledger/storage/journal_writer.ts', 'modules/ledger/storage/migrations/**'],
    rules: { 'no-restricted-syntax': ['error', ...selectors] },
  },
]
