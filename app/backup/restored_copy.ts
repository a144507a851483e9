import { randomBytes } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createConnection } from 'mysql2/promise'
import { findPrograms } from './programs.ts'
import { StepFailed, type Scratch } from './scratch.ts'

/** Recovery of a large database is part of its start. */
const START_DEADLINE_MS = 600_000
const POLL_MS = 100
const USER = 'backup_drill'
/** What the tool of this and that version calls the file with the place in the binary log. */
const POSITION_FILES = ['mariadb_backup_binlog_info', 'xtrabackup_binlog_info']

/** How the database is reached by the tool that copies its files. */
export interface BackupAccess {
  /** An option file of MariaDB with user, password and socket; without it root at `socket`. */
  defaultsFile?: string
  socket: string
}

/** Where in the binary log a backup was taken. */
export interface BinlogPlace {
  file: string
  position: number
}

/** How to connect to the restored database. Nobody but this user of the machine can. */
export interface RestoredAccess {
  socketPath: string
  user: string
  password: string
}

/** One physical backup in a scratch directory, and the database that is started on it. */
export class RestoredCopy {
  readonly #data: string

  constructor(private scratch: Scratch) {
    this.#data = scratch.file('data')
  }

  /** Takes a new backup. The database goes on working meanwhile. */
  async take({ defaultsFile, socket }: BackupAccess) {
    const { 'mariadb-backup': backup } = findPrograms(['mariadb-backup'])
    const access =
      defaultsFile === undefined
        ? ['--no-defaults', '--user=root', `--socket=${socket}`]
        : [`--defaults-file=${defaultsFile}`]
    await this.scratch.run(backup, [...access, '--backup', `--target-dir=${this.#data}`])
  }

  /** Copies a backup that was taken before. It stays as it is. */
  use(directory: string) {
    cpSync(directory, this.#data, { recursive: true })
  }

  /** Makes the copied files one consistent moment: that in which the copying ended. */
  async prepare() {
    const { 'mariadb-backup': backup } = findPrograms(['mariadb-backup'])
    await this.scratch.run(backup, ['--no-defaults', '--prepare', `--target-dir=${this.#data}`])
  }

  /** @returns null when the database had no binary log */
  get place(): BinlogPlace | null {
    const file = POSITION_FILES.map((name) => join(this.#data, name)).find(existsSync)
    return file === undefined ? null : binlogPlace(readFileSync(file, 'utf8'))
  }

  /** Starts a database on the files. It opens no port and writes no binary log. */
  async start(): Promise<RestoredAccess> {
    const { mariadbd } = findPrograms(['mariadbd'])
    const { scratch } = this
    const password = randomBytes(24).toString('hex')
    const access = { socketPath: scratch.file('sock'), user: USER, password }
    const init = scratch.file('init.sql')
    writeFileSync(init, initStatements(password), { mode: 0o600 })
    // A starting mariadbd deletes the temporary tables that it finds in its temporary directory.
    const temporaries = scratch.file('tmp')
    mkdirSync(temporaries, { mode: 0o700 })
    // The tool writes there how the files are laid out.
    const layout = join(this.#data, 'backup-my.cnf')
    const server = scratch.start(
      mariadbd,
      [
        existsSync(layout) ? `--defaults-file=${layout}` : '--no-defaults',
        ...(userInfo().uid === 0 ? ['--user=root'] : []),
        `--datadir=${this.#data}`,
        `--socket=${access.socketPath}`,
        `--pid-file=${scratch.file('pid')}`,
        `--init-file=${init}`,
        '--skip-networking',
        '--skip-log-bin',
        '--skip-slave-start',
        '--event-scheduler=OFF',
        '--default-time-zone=+00:00',
        '--performance-schema=OFF',
      ],
      { TMPDIR: temporaries }
    )
    const deadline = Date.now() + START_DEADLINE_MS
    while (!(await serves(access))) {
      if (server.exitCode !== null || server.signalCode !== null || Date.now() > deadline) {
        const words = scratch.lastWords(mariadbd)
        throw new StepFailed(`mariadbd does not serve the restored files:\n${words}`)
      }
      await delay(POLL_MS)
    }
    return access
  }

  /**
   * Replays what was committed after the backup.
   *
   * @param logs the files of the binary log, the one of `place` first
   * @param until as the database writes a moment in UTC; null replays everything
   */
  async replay(
    access: RestoredAccess,
    logs: readonly string[],
    place: BinlogPlace,
    until: string | null
  ) {
    const programs = findPrograms(['mariadb-binlog', 'mariadb'])
    const args = ['--no-defaults', `--start-position=${place.position}`]
    if (until !== null) args.push(`--stop-datetime=${until}`)
    const client = [`--socket=${access.socketPath}`, `--user=${access.user}`, '--binary-mode']
    await this.scratch.pipe(
      { command: programs['mariadb-binlog'], args: [...args, ...logs] },
      {
        command: programs.mariadb,
        args: ['--no-defaults', ...client],
        env: { MYSQL_PWD: access.password },
      }
    )
  }
}

/** @param text as the tool writes it: file, position and GTID, separated by tabs */
export function binlogPlace(text: string): BinlogPlace | null {
  const [file = '', position = ''] = text.trim().split('\t')
  return file === '' || !/^\d+$/.test(position) ? null : { file, position: Number(position) }
}

/**
 * The files of a binary log from a place on, in order.
 *
 * @param base path and name without number, as in `log_bin_basename`; or the directory of copies
 * @throws StepFailed when the file of the place is not there any more, or one after it is missing
 */
export function logsFrom(base: string, place: BinlogPlace): string[] {
  const directory = basename(base) === stem(place.file) ? dirname(base) : base
  const numbered = readdirSync(directory).filter((file) => {
    return stem(file) === stem(place.file) && /\.\d+$/.test(file)
  })
  const files = numbered
    .filter((file) => numberOf(file) >= numberOf(place.file))
    .sort((left, right) => numberOf(left) - numberOf(right))
  const first = numberOf(place.file)
  const gap = files.findIndex((file, index) => numberOf(file) !== first + index)
  if (files.length === 0 || gap !== -1) {
    const missing = first + Math.max(gap, 0)
    throw new StepFailed(
      `File ${missing} of the binary log ${stem(place.file)} is not in ${directory}: ` +
        'what it had cannot be replayed. Keep binary logs for longer than backups.'
    )
  }
  return files.map((file) => join(directory, file))
}

const stem = (file: string) => file.replace(/\.\d+$/, '')
const numberOf = (file: string) => Number(file.slice(file.lastIndexOf('.') + 1))

function initStatements(password: string): string {
  return [
    `CREATE OR REPLACE USER '${USER}'@'localhost' IDENTIFIED BY '${password}';`,
    `GRANT ALL PRIVILEGES ON *.* TO '${USER}'@'localhost';`,
    '',
  ].join('\n')
}

async function serves(access: RestoredAccess): Promise<boolean> {
  try {
    const connection = await createConnection({ ...access })
    await connection.end()
    return true
  } catch {
    return false
  }
}
