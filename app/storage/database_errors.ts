/** What a failed statement or commit means for the transaction that ran it. */
export type DatabaseFailure =
  /** Nothing of the transaction is stored; running it again is safe. */
  | 'restart'
  /** COMMIT was sent and its answer lost: only a look tells whether the transaction is stored. */
  | 'commit_unknown'
  /** A unique key exists already. */
  | 'duplicate'
  | 'other'

const ER_DUP_ENTRY = 1062
const ER_NO_SUCH_TABLE = 1146
/** 1213 deadlock, 1205 lock wait timeout (only the statement was undone), 1020 record changed. */
const RESTARTABLE_ERRNOS = new Set([1213, 1205, 1020])
/**
 * 1040 too many connections, 1053 shutdown in progress, 1927 connection killed. 1047 and 1180 come from
 * a node of a Galera cluster that has lost the others: at COMMIT nobody knows what they have stored.
 * 1290 and 1836 come from a server that only reads, such as a master that is none any more.
 */
const CONNECTION_ERRNOS = new Set([1040, 1053, 1927, 1047, 1180, 1290, 1836])
const ER_PARSE_ERROR = 1064
const BROKEN_TRIGGER = /^(Unknown trigger|Trigger '.*') has an error in its body/
const CONNECTION_CODES = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_SEQUENCE_TIMEOUT',
  'ECONNRESET',
  'ECONNREFUSED',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
])

interface DriverError {
  errno?: number
  code?: string
  fatal?: boolean
  message?: string
  sql?: string
}

function isDriverError(error: unknown): error is DriverError {
  return typeof error === 'object' && error !== null
}

/** The tables are not made yet: `npm start` looks before it migrates. */
export function isMissingTable(error: unknown): boolean {
  return isDriverError(error) && error.errno === ER_NO_SUCH_TABLE
}

export function isConnectionFailure(error: unknown): boolean {
  if (!isDriverError(error)) return false
  return (
    CONNECTION_CODES.has(error.code ?? '') ||
    CONNECTION_ERRNOS.has(error.errno ?? 0) ||
    error.fatal === true ||
    /connection is in closed state|Timeout acquiring a connection/.test(error.message ?? '')
  )
}

/** A killed session has left a table with broken triggers: see `BrokenTriggers`. */
export function isBrokenTrigger(error: unknown): boolean {
  if (!isDriverError(error)) return false
  return error.errno === ER_PARSE_ERROR && BROKEN_TRIGGER.test(error.message ?? '')
}

/** The text of the statement that failed, with its values; empty when the driver does not tell. */
export function statementOf(error: unknown): string {
  return isDriverError(error) ? (error.sql ?? '') : ''
}

/** @param committing whether COMMIT had been sent when the error came */
export function classifyDatabaseError(error: unknown, committing: boolean): DatabaseFailure {
  if (!isDriverError(error)) return 'other'
  // Driver labels differ between MariaDB and MySQL; only the number is reliable.
  if (error.errno === ER_DUP_ENTRY) return 'duplicate'
  if (RESTARTABLE_ERRNOS.has(error.errno ?? 0)) return 'restart'
  if (isBrokenTrigger(error)) return 'restart'
  if (isConnectionFailure(error)) return committing ? 'commit_unknown' : 'restart'
  return 'other'
}

/** @returns false when a unique key exists already, so that nothing was written */
export async function unlessTaken(write: Promise<unknown>): Promise<boolean> {
  try {
    await write
    return true
  } catch (error) {
    if (classifyDatabaseError(error, false) !== 'duplicate') throw error
    return false
  }
}

/** COMMIT was sent and its answer was lost: the caller must look before it repeats anything. */
export class CommitUnknownError extends Error {
  constructor(cause: unknown) {
    super('The connection was lost while the transaction committed', { cause })
    this.name = 'CommitUnknownError'
  }
}

/**
 * What was committed a moment ago cannot be read: this process was handed to another node of the
 * database, which has not got it yet.
 */
export class DatabaseBehindError extends Error {
  constructor(what: string) {
    super(`${what} was committed, and the database that is read does not have it yet`)
    this.name = 'DatabaseBehindError'
  }
}

/**
 * Whether the database was lost, too contended for every retry, or behind: the same request may
 * well succeed later.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof CommitUnknownError || error instanceof DatabaseBehindError) return true
  return classifyDatabaseError(error, false) === 'restart'
}

/** Whether the database was lost, or a node of it that serves nobody: nothing can be asked of it. */
export function isDatabaseLost(error: unknown): boolean {
  return error instanceof CommitUnknownError || isConnectionFailure(error)
}
