import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** One migration file. */
export interface MigrationSource {
  file: string
  text: string
}

/** Columns as the migrations before have made them, by `table.column`. */
type Known = Map<string, string>

const DECLARED = /static (?:readonly )?unneededSince = '([^']+)'/
const INTEGERS = ['TINYINT', 'SMALLINT', 'MEDIUMINT', 'INT', 'BIGINT']
const TEXTS = ['TINYTEXT', 'TEXT', 'MEDIUMTEXT', 'LONGTEXT']
const NO_COLUMN =
  /^(PRIMARY|UNIQUE|KEY|INDEX|CONSTRAINT|FOREIGN|CHECK|FULLTEXT|SPATIAL|PARTITION)\b/i

/** The migrations of a folder, in the order in which they run. */
export async function migrationsIn(folder: string, shown = folder): Promise<MigrationSource[]> {
  const files = (await readdir(folder)).filter((file) => /\.(ts|js)$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => ({
      file: `${shown}/${file}`,
      text: await readFile(join(folder, file), 'utf8'),
    }))
  )
}

/** Migrations of one folder with one number, of which nobody can tell which runs first. */
export function sameNumbers(files: readonly string[]): string[] {
  const numberOf = (file: string) => file.replace(/_[^/]*$/, '')
  return files.filter((file, index) =>
    files.some((other, at) => at !== index && numberOf(other) === numberOf(file))
  )
}

/**
 * Migrations of several steps. The database keeps those that were done before one failed, and the first one
 * would then fail at every later start. One that looks for what is done already defers its steps.
 */
export function ofManySteps(migrations: readonly MigrationSource[]): string[] {
  return migrations
    .filter(({ text }) => statementsOf(text).length > 1 && !text.includes('this.defer('))
    .map(({ file }) => file)
}

/**
 * What processes of the release before could not live with, while a release is rolled out: they
 * still read and write as before when the migration has run. A migration that takes away what nothing
 * needs any more says since which release: `static unneededSince = '0.3.0'`.
 *
 * @param migrations in the order in which they run
 * @param released the versions that were released
 * @returns a sentence for each step, with its file
 */
export function brokenMigrations(
  migrations: readonly MigrationSource[],
  released: readonly string[]
): string[] {
  const known: Known = new Map()
  return migrations.flatMap(({ file, text }) => {
    const steps = statementsOf(text).flatMap((sql) => problemsOf(sql, known))
    const since = DECLARED.exec(text)?.[1]
    if (since === undefined) return steps.map((step) => `${file} ${step}`)
    if (released.includes(since)) return []
    return [`${file} says that nothing needs it since ${since}, which is not released`]
  })
}

/** The SQL of a migration's way up. */
function statementsOf(text: string): string[] {
  const up = text.replace(/\n {2}(async )?down\(\)[\s\S]*?\n {2}\}\n/, '\n')
  const literals = up.match(/`[^`]*`|'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g) ?? []
  return literals
    .map((literal) => literal.slice(1, -1).replace(/\s+/g, ' ').trim())
    .filter((sql) => /^(ALTER|CREATE|DROP|RENAME|TRUNCATE)\b/i.test(sql))
}

function problemsOf(sql: string, known: Known): string[] {
  if (/^DROP TABLE\b/i.test(sql)) return ['drops a table']
  if (/^(RENAME|TRUNCATE)\b/i.test(sql)) return ['renames or empties a table']
  const [, created, columns] =
    /^CREATE TABLE (?:IF NOT EXISTS )?`?(\w+)`? ?\((.*)\)/i.exec(sql) ?? []
  if (created !== undefined) {
    for (const column of parts(columns!)) learn(known, created, column)
    return []
  }
  const [, table, changes] = /^ALTER TABLE `?(\w+)`? (.*)$/i.exec(sql) ?? []
  if (table === undefined) return []
  return parts(changes!).flatMap((change) => problemOf(table, change, known) ?? [])
}

function problemOf(table: string, change: string, known: Known): string | null {
  if (/^(RENAME|CHANGE)\b/i.test(change)) return `renames something of ${table}`
  const [, dropped] = /^DROP (?:COLUMN )?(?:IF EXISTS )?`?(\w+)/i.exec(change) ?? []
  if (dropped !== undefined && !/^(KEY|INDEX|FOREIGN|CONSTRAINT|CHECK)$/i.test(dropped)) {
    return `drops ${table}.${dropped}`
  }
  const [, verb, column] =
    /^(ADD|MODIFY) (?:COLUMN )?(?:IF (?:NOT )?EXISTS )?(.*)$/i.exec(change) ?? []
  if (column === undefined) return null
  if (/^UNIQUE\b/i.test(column)) return `makes something of ${table} unique that was not`
  if (NO_COLUMN.test(column)) return null
  return verb!.toUpperCase() === 'ADD'
    ? addedProblem(table, column, known)
    : changedProblem(table, column, known)
}

/** A process that does not know the column inserts rows without it. */
function addedProblem(table: string, column: string, known: Known): string | null {
  const name = learn(known, table, column)
  const fillsItself = /\bDEFAULT\b|\bAUTO_INCREMENT\b|\bAS \(/i.test(column)
  if (!/\bNOT NULL\b/i.test(column) || fillsItself) return null
  return `adds ${table}.${name} as NOT NULL without a default`
}

function changedProblem(table: string, column: string, known: Known): string | null {
  const before = known.get(`${table}.${column.split(' ')[0]!.replaceAll('`', '')}`)
  const name = learn(known, table, column)
  const after = known.get(`${table}.${name}`)!
  if (before !== undefined && isWider(before, after)) return null
  return `narrows ${table}.${name}`
}

/** @returns the name of the column */
function learn(known: Known, table: string, column: string): string {
  const [, name = '', type = ''] = /^`?(\w+)`? (.*)$/.exec(column) ?? []
  if (!NO_COLUMN.test(column)) known.set(`${table}.${name}`, type.toUpperCase())
  return name
}

/** Whether every value of the type before is one of the type after. */
function isWider(before: string, after: string): boolean {
  if (/\bNOT NULL\b/.test(after) && !/\bNOT NULL\b/.test(before)) return false
  const [from, to] = [typeOf(before), typeOf(after)]
  if (from.words !== to.words) return false
  const family = [INTEGERS, TEXTS].find((list) => list.includes(from.name))
  if (family) return family.indexOf(to.name) >= family.indexOf(from.name)
  const isChar = from.name === 'CHAR' && to.name === 'VARCHAR'
  return (from.name === to.name || isChar) && holds(from.sizes, to.sizes)
}

/** Sizes are a length, or digits in all and those after the point. */
function holds([from = 0, fromAfter = 0]: number[], [to = 0, toAfter = 0]: number[]): boolean {
  return toAfter >= fromAfter && to - toAfter >= from - fromAfter
}

function typeOf(definition: string) {
  const [, name = '', size = ''] = /^(\w+)(?:\(([^)]*)\))?/.exec(definition) ?? []
  const words = definition.match(/\bUNSIGNED\b|\bCHARACTER SET \w+|\bCOLLATE \w+/g) ?? []
  return { name, sizes: size.split(',').map(Number), words: words.join(' ') }
}

/** Splits at commas outside of parentheses. */
function parts(list: string): string[] {
  const found = ['']
  let depth = 0
  for (const character of list) {
    if (character === '(') depth++
    if (character === ')') depth--
    if (character === ',' && depth === 0) found.push('')
    else found[found.length - 1] += character
  }
  return found.map((part) => part.trim())
}
