/** Rights that let a user drop a trigger, change its table, or give itself such a right. */
const BEYOND_ROWS = new Set([
  'ALL PRIVILEGES',
  'TRIGGER',
  'DROP',
  'ALTER',
  'SUPER',
  'CREATE USER',
  'SET USER',
  'SYSTEM_USER',
])
/** A user with one of these on the `mysql` schema can give itself any right. */
const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE'])
const GRANT = /^GRANT (.+) ON (?:TABLE )?(`(?:[^`]|``)*`|\*|\w+)\.(?:`(?:[^`]|``)*`|\*|\w+) TO /i
const GRANTED_ROLE = /^GRANT (?!.* ON )(.+?) TO /i

/**
 * The rights in `SHOW GRANTS` that reach the tables of a database and go beyond reading and writing
 * rows.
 */
export function powersBeyondRows(grants: readonly string[], database: string): string[] {
  const powers = grants.flatMap((grant) => {
    const [, list = '', scope = ''] = GRANT.exec(grant) ?? []
    const rights = rightsOf(list)
    const found = reaches(scope, database) ? rights.filter((right) => BEYOND_ROWS.has(right)) : []
    if (!reaches(scope, 'mysql')) return found
    return [
      ...found,
      ...rights.filter((right) => WRITES.has(right)).map((right) => `${right} on mysql`),
    ]
  })
  return [...new Set(powers)]
}

/** The roles in `SHOW GRANTS`: the user has their rights as soon as it asks for them. */
export function grantedRoles(grants: readonly string[]): string[] {
  return grants.flatMap((grant) => {
    const [, list = ''] = GRANTED_ROLE.exec(grant) ?? []
    return list === '' ? [] : list.split(/\s*,\s*/)
  })
}

/** `SELECT (a, b), TRIGGER` names two rights; column names are none. */
function rightsOf(list: string): string[] {
  return list
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((right) => right.trim().toUpperCase())
    .map((right) => (right === 'ALL' ? 'ALL PRIVILEGES' : right))
}

/**
 * Scopes are patterns: `_` matches any character and `%` any text, unless a backslash stands before
 * it.
 */
function reaches(scope: string, database: string): boolean {
  if (scope === '') return false
  if (scope === '*') return true
  const name = scope.replace(/^`(.*)`$/s, '$1').replaceAll('``', '`')
  const pattern = name.replace(/\\?[^]/g, (part) => {
    if (part === '%') return '.*'
    if (part === '_') return '.'
    return part.at(-1)!.replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
  })
  return new RegExp(`^${pattern}$`, 'si').test(database)
}
