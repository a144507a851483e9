import { readFileSync } from 'node:fs'

/**
 * What no file may write, as selectors of the syntax. One list, because ESLint takes the last
 * `no-restricted-syntax` that matches a file and forgets those before it.
 */

/** A literal that is spread at once only keeps the formatter from giving each value its line. */
const spreadLiterals = {
  selector: 'SpreadElement > :matches(ObjectExpression, ArrayExpression)',
  message: 'Write the values themselves, or give the group a name: a spread literal says nothing.',
}

const WRITER = 'modules/ledger/storage/journal_writer.ts'
/** What the writer changes of rows that are there. */
const CHANGES = 'modules/ledger/storage/journal_changes.ts'
const writer = readFileSync(new URL(`../${WRITER}`, import.meta.url), 'utf8')

/** What the journal writer inserts into. A realm's own row has settings, which other statements change. */
const TABLES = [
  ...new Set(Array.from(writer.matchAll(/\binsert\(\s*'(\w+)'/g), ([, table]) => table)),
]
  .filter((table) => table !== 'realms')
  .join('|')
const WRITES = `(INSERT\\\\s+(IGNORE\\\\s+)?INTO|REPLACE\\\\s+INTO|UPDATE|DELETE\\\\s+FROM)\\\\s+\`?(${TABLES})\\\\b`

/**
 * Only the poster's storage may name the journal's tables in a writing statement. Matched in the
 * text of string literals and templates, because that is where SQL lives.
 */
const journalWrites = [
  `Literal[value=/${WRITES}/i]`,
  `TemplateElement[value.raw=/${WRITES}/i]`,
  `CallExpression[callee.property.name=/^(table|from|into)$/][arguments.0.value=/^(${TABLES})$/]`,
  `CallExpression[callee.name=/^(insert|purge)/][arguments.1.value=/^(${TABLES})\\b/]`,
].map((selector) => ({
  selector: selector.replaceAll('\\\\', '\\'),
  message: `Only ${WRITER} writes the journal: post a request.`,
}))

/** What a decision would take from outside of its arguments. `new Date(…)` of a given time is pure. */
const impurities = [
  "NewExpression[callee.name='Date'][arguments.length=0]",
  "CallExpression[callee.name='Date']",
  "MemberExpression[object.name='Date'][property.name='now']",
  "MemberExpression[object.name='Math'][property.name='random']",
  'MemberExpression[object.name=/^(process|performance|crypto)$/]',
  'CallExpression[callee.name=/^(fetch|queueMicrotask|set(Timeout|Interval|Immediate))$/]',
  'ImportSpecifier[imported.name=/^random/]',
].map((selector) => ({
  selector,
  message: 'Core is pure: clock, random, network and timers come with the request.',
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
    ignores: [WRITER, CHANGES, 'modules/ledger/storage/migrations/**'],
    rules: { 'no-restricted-syntax': ['error', spreadLiterals, ...journalWrites] },
  },
  {
    files: ['modules/**/core/**/*.ts'],
    rules: {
      'no-restricted-syntax': ['error', spreadLiterals, ...journalWrites, ...impurities],
    },
  },
]
