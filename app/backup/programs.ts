import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The programs of MariaDB that a restore runs, and the Debian packages that bring them. */
const PACKAGES = {
  'mariadb-backup': 'mariadb-backup',
  'mariadb-binlog': 'mariadb-client',
  'mariadb': 'mariadb-client-core',
  'mariadbd': 'mariadb-server-core',
} as const

export type Program = keyof typeof PACKAGES

/** The search path of a service rarely has the directories of servers. */
const EXTRA_PATHS = ['/usr/sbin', '/usr/local/sbin', '/usr/local/bin', '/usr/bin']

/** A program is not installed here; the message names the packages to install. */
export class ProgramsMissing extends Error {
  override name = 'ProgramsMissing'
}

/**
 * @param path the search path, as in PATH
 * @returns the path of each program
 * @throws ProgramsMissing naming every missing one at once
 */
export function findPrograms<Name extends Program>(
  names: readonly Name[],
  path = process.env.PATH ?? '',
  extra: readonly string[] = EXTRA_PATHS
): Record<Name, string> {
  const directories = [...path.split(delimiter), ...extra].filter((directory) => directory !== '')
  const found = names.map((name) => [name, firstIn(directories, name)] as const)
  const missing = found.filter(([, place]) => place === null).map(([name]) => name)
  if (missing.length > 0) {
    const packages = [...new Set(missing.map((name) => PACKAGES[name]))].join(' ')
    throw new ProgramsMissing(
      `${missing.join(' and ')} not found. Install what brings it: apt-get install ${packages}`
    )
  }
  return Object.fromEntries(found) as Record<Name, string>
}

function firstIn(directories: readonly string[], name: string): string | null {
  for (const directory of directories) {
    const place = join(directory, name)
    try {
      accessSync(place, constants.X_OK)
      return place
    } catch {
      // It may be in the next directory.
    }
  }
  return null
}
