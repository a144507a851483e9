/**
 * What no file may write, as selectors of the syntax. One list, because ESLint takes the last
 * `no-restricted-syntax` that matches a file and forgets those before it.
 */

/** A literal that is spread at once only keeps the formatter from giving each value its line. */
const spreadLiterals = {
  selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression)',
  message: 'Write the values themselves, or give the group a name: a spread literal says nothing.',
}

const TABLES = [
  'journal_entries|journal_legs|journal_groups|realm_heads|balances|holds|lessened_holds',
  'operations|operation_parties|events|deltas|proofs|reversals|window_spends',
  'objects|object_labels|object_limits|isolation_zones',
].join('|')
const WRITES = `(INSERT\\\\s+(IGNORE\\\\s+)?INTO|REPLACE\\\\s+INTO|UPDATE|DELETE\\\\s+FROM)\\\\s+\`?(${TABLES})\\\\b`

/**
 * Only the poster's storage may name the journal's tables in a writing statement. Matched in the
 * text of string literals and templates, because that is where SQL lives.
 */
const journalWrites = [
  `Literal[value=/${WRITES}/i]`,
  `TemplateElement[value.raw=/${WRITES}/i]`,
  `CallExpression[callee.property.name=/^(table|from|into)$/][arguments.0.value=/^(${TABLES})$/]`,
  `CallExpression[callee.name='insert'][arguments.1.value=/^(${TABLES})$/]`,
].map((selector) => ({
  selector: selector.replaceAll('\\\\', '\\'),
  message: 'Only modules/ledger/storage/journal_writer.ts writes the journal: post a request.',
}))

export const restrictedSyntax = [
  { rules: { 'no-restricted-syntax': ['error', spreadLiterals] } },
  {
    files: [
      'app/**/*.ts',
      'modules/**/*.ts',
      'commands/**/*.ts',
      'start/**/*.ts',
      'providers/**/*.ts',
    ],
    ignores: ['modules/ledger/storage/journal_writer.ts', 'modules/ledger/storage/migrations/**'],
    rules: { 'no-restricted-syntax': ['error', spreadLiterals, ...journalWrites] },
  },
]
