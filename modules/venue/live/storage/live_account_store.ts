import { singleton } from '#app/extension/singleton'
import { atomsToColumn, columnToAtoms, type Atoms } from '#app/money/usd'
import { Database, type SqlReader, type SqlSession, type SqlValue } from '#app/storage/database'

/** Steps of setting up, in order; each names what is done. */
export const PROVISIONING_STEPS = [
  'key_ready',
  'funding_sent',
  'account_active',
  'agent_approved',
  'builder_approved',
] as const
export type ProvisioningStep = (typeof PROVISIONING_STEPS)[number]
export type LiveAccountState = ProvisioningStep | 'ready' | 'failed' | 'closed'

export interface LiveAccount {
  objectId: string
  realmId: string
  state: LiveAccountState
  attempts: number
  dueAtMs: number
  createdAtMs: number
  address: string
  sealedKey: string
  /** Of the transfer that activates it; drawn before it is sent. */
  fundingNonce: number | null
  agent: { address: string; sealedKey: string; sinceMs: number } | null
  /** Drawn and stored, its approval not yet proved. */
  nextAgent: { address: string; sealedKey: string } | null
  floatUsd: Atoms | null
  fillsFromMs: number
  fundingFromMs: number
  polledAtMs: number
  reconciledAtMs: number
  frozenReason: string | null
}

interface Row {
  object_id: string
  realm_id: string
  state: LiveAccountState
  attempts: number
  due_at_ms: string | number
  created_at_ms: string | number
  address: string
  sealed_key: string
  funding_nonce: string | number | null
  agent_address: string | null
  agent_sealed_key: string | null
  agent_since_ms: string | number | null
  next_agent_address: string | null
  next_agent_sealed_key: string | null
  float_usd: string | null
  fills_from_ms: string | number
  funding_from_ms: string | number
  polled_at_ms: string | number
  reconciled_at_ms: string | number
  frozen_reason: string | null
}

const TEXT_LENGTH = 200

/** Accounts at the live venue. */
@singleton()
export class LiveAccountStore {
  constructor(private database: Database) {}

  async find(objectId: string, reader: SqlReader = this.database): Promise<LiveAccount | null> {
    const [row] = await reader.read<Row>('SELECT * FROM venue_live_accounts WHERE object_id = ?', [
      objectId,
    ])
    return row ? toAccount(row) : null
  }

  /** The first key of an object stays; a second call changes nothing. */
  async create(account: {
    objectId: string
    realmId: string
    address: string
    sealedKey: string
    nowMs: number
  }): Promise<void> {
    const { objectId, realmId, address, sealedKey, nowMs } = account
    await this.database.write(
      `INSERT IGNORE INTO venue_live_accounts (object_id, realm_id, state, attempts, due_at_ms,
         created_at_ms, address, sealed_key, fills_from_ms, funding_from_ms, polled_at_ms,
         reconciled_at_ms)
       VALUES (?, ?, 'key_ready', 0, ?, ?, ?, ?, ?, ?, 0, 0)`,
      [objectId, realmId, nowMs, nowMs, address, sealedKey, nowMs, nowMs]
    )
  }

  /** In setting up and due, the longest waiting first. */
  async unfinished(nowMs: number, limit: number): Promise<LiveAccount[]> {
    const rows = await this.database.read<Row>(
      `SELECT * FROM venue_live_accounts
        WHERE state NOT IN ('ready', 'failed', 'closed') AND due_at_ms <= ?
        ORDER BY due_at_ms LIMIT ${Math.trunc(limit)}`,
      [nowMs]
    )
    return rows.map(toAccount)
  }

  /** Ready ones not looked at since a moment. @param column which look is meant */
  async stale(
    column: 'polled_at_ms' | 'reconciled_at_ms' | 'agent_since_ms',
    beforeMs: number,
    limit: number
  ): Promise<LiveAccount[]> {
    const rows = await this.database.read<Row>(
      `SELECT * FROM venue_live_accounts WHERE state = 'ready' AND ${column} < ?
        ORDER BY ${column} LIMIT ${Math.trunc(limit)}`,
      [beforeMs]
    )
    return rows.map(toAccount)
  }

  /**
   * Takes an account that is due for one worker.
   *
   * @returns whether nobody else has taken or moved it
   */
  async claim({ objectId, state, dueAtMs }: LiveAccount, untilMs: number): Promise<boolean> {
    const { affectedRows } = await this.database.write(
      `UPDATE venue_live_accounts SET due_at_ms = ?
        WHERE object_id = ? AND state = ? AND due_at_ms = ?`,
      [untilMs, objectId, state, dueAtMs]
    )
    return affectedRows === 1
  }

  /**
   * One step on, unless another worker has moved it: a setup that was cut short by the end of its
   * object must not bring the account back to life.
   */
  async move(objectId: string, from: LiveAccountState, to: LiveAccountState): Promise<void> {
    await this.database.write(
      'UPDATE venue_live_accounts SET state = ?, attempts = 0 WHERE object_id = ? AND state = ?',
      [to, objectId, from]
    )
  }

  /** With the object it is of; nothing is asked or done for it any more. */
  async close(session: SqlSession, objectId: string): Promise<void> {
    await session.write(`UPDATE venue_live_accounts SET state = 'closed' WHERE object_id = ?`, [
      objectId,
    ])
  }

  async update(objectId: string, change: Partial<LiveAccount>): Promise<void> {
    const columns = columnsOf(change)
    if (columns.length === 0) return
    await this.database.write(
      `UPDATE venue_live_accounts SET ${columns.map(([name]) => `${name} = ?`).join(', ')}
        WHERE object_id = ?`,
      [...columns.map(([, value]) => value), objectId]
    )
  }

  /** @returns how many accounts are in each state, and how many are frozen */
  async counts(): Promise<{ unfinished: number; failed: number; frozen: number }> {
    const [row] = await this.database.read<Record<string, string | null>>(
      `SELECT SUM(state NOT IN ('ready', 'failed', 'closed')) AS unfinished,
              SUM(state = 'failed') AS failed, SUM(frozen_reason IS NOT NULL) AS frozen
         FROM venue_live_accounts`
    )
    const count = (name: string) => Number(row?.[name] ?? 0)
    return { unfinished: count('unfinished'), failed: count('failed'), frozen: count('frozen') }
  }
}

function columnsOf(change: Partial<LiveAccount>): [string, SqlValue][] {
  const { agent, nextAgent, floatUsd, frozenReason } = change
  const columns: [string, SqlValue | undefined][] = [
    ['state', change.state],
    ['attempts', change.attempts],
    ['due_at_ms', change.dueAtMs],
    ['funding_nonce', change.fundingNonce],
    ['fills_from_ms', change.fillsFromMs],
    ['funding_from_ms', change.fundingFromMs],
    ['polled_at_ms', change.polledAtMs],
    ['reconciled_at_ms', change.reconciledAtMs],
    ['frozen_reason', frozenReason && frozenReason.slice(0, TEXT_LENGTH)],
    ['float_usd', typeof floatUsd === 'bigint' ? atomsToColumn(floatUsd) : floatUsd],
  ]
  if (agent !== undefined) {
    columns.push(['agent_address', agent?.address ?? null])
    columns.push(['agent_sealed_key', agent?.sealedKey ?? null])
    columns.push(['agent_since_ms', agent?.sinceMs ?? null])
  }
  if (nextAgent !== undefined) {
    columns.push(['next_agent_address', nextAgent?.address ?? null])
    columns.push(['next_agent_sealed_key', nextAgent?.sealedKey ?? null])
  }
  return columns.filter((column): column is [string, SqlValue] => column[1] !== undefined)
}

function toAccount(row: Row): LiveAccount {
  const agent = row.agent_address !== null && row.agent_sealed_key !== null
  const next = row.next_agent_address !== null && row.next_agent_sealed_key !== null
  return {
    objectId: row.object_id,
    realmId: row.realm_id,
    state: row.state,
    attempts: Number(row.attempts),
    dueAtMs: Number(row.due_at_ms),
    createdAtMs: Number(row.created_at_ms),
    address: row.address,
    sealedKey: row.sealed_key,
    fundingNonce: row.funding_nonce === null ? null : Number(row.funding_nonce),
    agent: agent
      ? {
          address: row.agent_address!,
          sealedKey: row.agent_sealed_key!,
          sinceMs: Number(row.agent_since_ms),
        }
      : null,
    nextAgent: next
      ? { address: row.next_agent_address!, sealedKey: row.next_agent_sealed_key! }
      : null,
    floatUsd: row.float_usd === null ? null : columnToAtoms(row.float_usd),
    fillsFromMs: Number(row.fills_from_ms),
    fundingFromMs: Number(row.funding_from_ms),
    polledAtMs: Number(row.polled_at_ms),
    reconciledAtMs: Number(row.reconciled_at_ms),
    frozenReason: row.frozen_reason,
  }
}
