/** What lets a user drop a trigger, change its table, or become somebody who can. */
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
/** With one of these on the `mysql` schema a user gives itself any right. */
const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE'])
const GRANT = /^GRANT (.+) ON (?:TABLE )?(`(?:[^`]|``)*`|\*|\w+)\.(?:`(?:[^`]|``)*`|\*|\w+) TO /i
const GRANTED_ROLE = /^GRANT (?!.* ON )(.+?) TO /i

/**
 * The rights among `SHOW GRANTS` that reach the tables of a database and are more than reading and
 * writing rows.
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

/** Roles among `SHOW GRANTS`: their rights are the user's as soon as it asks for them. */
export function grantedRoles(grants: readonly string[]): string[] {
  return grants.flatMap((grant) => {
    const [, list = ''] = GRANTED_ROLE.exec(grant) ?? []
    return list === '' ? [] : list.split(/\s*,\s*/)
  })
}

/** `SELECT (a, b), TRIGGER` names two rights; columns are none. */
function rightsOf(list: string): string[] {
  return list
    .replace(/\([^)]*\)/g, '')
    .split(',')
    .map((right) => right.trim().toUpperCase())
    .map((right) => (right === 'ALL' ? 'ALL PRIVILEGES' : right))
}

/** Scopes are patterns: `_` is any character and `%` any text, unless a backslash stands before. */
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
