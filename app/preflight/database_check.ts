import { powersBeyondRows } from '#app/preflight/grants'
import { isAtLeast } from '#app/preflight/versions'
import { refused, warned, type Weakness } from '#app/preflight/weakness'
import { LIMITS } from '#app/limits'

/** Settings of the database server; a variable that it does not know is left out. */
export type ServerVariables = Partial<Record<string, string>>

export const BINARY_LOG_VARIABLES = [
  'log_bin',
  'binlog_format',
  'binlog_expire_logs_seconds',
  'expire_logs_days',
]

/**
 * Weaknesses of the user of server and workers: it may write rows, but do nothing that disables the
 * triggers of the journal.
 */
export function grantWeaknesses(user: string, grants: readonly string[], database: string) {
  const powers = powersBeyondRows(grants, database)
  if (powers.length === 0) return []
  return [
    refused(
      'DB_USER',
      `"${user}" may do more than read and write rows (${powers.join(', ')}), and so could drop the triggers that keep the journal append-only.`,
      `Give it SELECT, INSERT, UPDATE and DELETE on \`${database}\` alone, and let DB_MIGRATION_USER own the tables.`
    ),
  ]
}

/** Weaknesses of the binary log, which alone knows what was committed between two backups. */
export function binaryLogWeaknesses(variables: ServerVariables, backup: string): Weakness[] {
  const found = variables.log_bin === 'ON' ? formatWeaknesses(variables) : [withoutLog()]
  if (backup.trim() === '') {
    found.push(
      refused(
        'BINLOG_BACKUP',
        'Nothing says that the binary log of the database is copied to another machine: without copies the loss of this one is the loss of every commit since the last backup.',
        'Copy it continuously ("mariadb-binlog --read-from-remote-server --raw --stop-never") and set BINLOG_BACKUP to where the copies are, or to "confirmed".'
      )
    )
  }
  return found
}

function withoutLog(): Weakness {
  return refused(
    'log_bin',
    'The database writes no binary log: after a restored backup every later commit is lost.',
    'Start it with log_bin, binlog_format=ROW and sync_binlog=1.'
  )
}

function formatWeaknesses(variables: ServerVariables): Weakness[] {
  const found: Weakness[] = []
  if (variables.binlog_format !== 'ROW') {
    found.push(
      refused(
        'binlog_format',
        `The binary log holds statements (${variables.binlog_format ?? 'unknown format'}), which may give other rows when they are replayed.`,
        'Set binlog_format=ROW at the database.'
      )
    )
  }
  const seconds = retentionSeconds(variables)
  if (seconds !== 0 && seconds < LIMITS.binaryLogSeconds) {
    found.push(
      refused(
        'binlog_expire_logs_seconds',
        `The database deletes its binary log after ${Math.floor(seconds / 3600)} hours, perhaps before it was copied.`,
        `Keep it for ${LIMITS.binaryLogSeconds / 3600} hours or longer.`
      )
    )
  }
  return found
}

/** 0 means for ever. MariaDB keeps both variables equal; older servers know only the days. */
function retentionSeconds(variables: ServerVariables): number {
  const { binlog_expire_logs_seconds: seconds, expire_logs_days: days } = variables
  return Number(seconds ?? 0) || Number(days ?? 0) * 24 * 3600
}

export const STORAGE_VARIABLES = [
  'innodb_flush_log_at_trx_commit',
  'innodb_doublewrite',
  'sync_binlog',
  'log_bin',
  'wsrep_on',
  'innodb_buffer_pool_size',
  'innodb_log_file_size',
  'innodb_log_files_in_group',
  'innodb_redo_log_capacity',
]

/** Weaknesses of how the server keeps what it has committed, and of the room that it has for it. */
export function storageWeaknesses(variables: ServerVariables): Weakness[] {
  return [...durabilityWeaknesses(variables), ...sizeWeaknesses(variables)]
}

/**
 * Weaknesses of what the server does before it says that a transaction has committed. The service
 * answers its callers only then, and what it has answered must survive a loss of power.
 */
function durabilityWeaknesses(variables: ServerVariables): Weakness[] {
  const flushed = variables.innodb_flush_log_at_trx_commit
  const found: Weakness[] = []
  if (flushed !== undefined && flushed !== '1') {
    // The other nodes of a Galera cluster have the transaction as well.
    const grade = variables.wsrep_on === 'ON' ? warned : refused
    found.push(
      grade(
        'innodb_flush_log_at_trx_commit',
        `The database acknowledges a commit before it is on disk (${flushed}): a loss of power loses what callers were told.`,
        'Set innodb_flush_log_at_trx_commit=1 at the database.'
      )
    )
  }
  if (variables.innodb_doublewrite === 'OFF') {
    found.push(
      refused(
        'innodb_doublewrite',
        'A page that is half written at a loss of power cannot be repaired.',
        'Set innodb_doublewrite=ON, unless the file system writes pages whole.'
      )
    )
  }
  if (variables.log_bin === 'ON' && variables.sync_binlog !== '1') {
    found.push(
      warned(
        'sync_binlog',
        `The binary log may lack the last commits after a loss of power (${variables.sync_binlog ?? 'unknown'}), and its copies with it.`,
        'Set sync_binlog=1 at the database.'
      )
    )
  }
  return found
}

/**
 * Sizes at which the server reads and writes back pages beside the commits that callers wait for. The
 * sizes that it has unless told otherwise are too small as well (docs/decisions/0052).
 */
function sizeWeaknesses(variables: ServerVariables): Weakness[] {
  const { innodb_log_file_size: file, innodb_log_files_in_group: files = 1 } = variables
  const ofMysql = variables.innodb_redo_log_capacity
  const log = ofMysql === undefined ? 'innodb_log_file_size' : 'innodb_redo_log_capacity'
  return [
    ...tooSmall('innodb_buffer_pool_size', Number(variables.innodb_buffer_pool_size)),
    ...tooSmall(log, Number(ofMysql ?? Number(file) * Number(files))),
  ]
}

function tooSmall(setting: string, bytes: number): Weakness[] {
  if (!(bytes < LIMITS.databaseRoomBytes)) return []
  return [
    warned(
      setting,
      `The database has ${bytes / 2 ** 20} MiB of it: under load it reads and writes the same pages again, and commits wait meanwhile.`,
      `Set ${LIMITS.databaseRoomBytes / 2 ** 20} MiB or more (docs/operating.md, "Sizes of the database").`
    ),
  ]
}

/** The oldest servers that lock rows as the outbox and the posting lanes need it (SKIP LOCKED). */
const OLDEST = { MariaDB: '10.6', MySQL: '8.0' }

/** @param version the answer to `SELECT VERSION()` */
export function databaseVersionWeaknesses(version: string): Weakness[] {
  const kind = /mariadb/i.test(version) ? 'MariaDB' : 'MySQL'
  if (isAtLeast(version, OLDEST[kind])) return []
  return [
    refused(
      'DB_HOST',
      `The database is ${kind} ${version}, which cannot pass over locked rows.`,
      `Use ${kind} ${OLDEST[kind]} or newer.`
    ),
  ]
}
