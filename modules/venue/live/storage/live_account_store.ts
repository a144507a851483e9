import { singleton } from '#app/extension/singleton'
import type { Atoms } from '#app/money/usd'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import { count, money, part, Table, text } from '#app/storage/table'

/** The steps of setting up, in order; each name says what is done. */
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
  /** Nonce of the transfer that activates the account; drawn before the transfer is sent. */
  fundingNonce: number | null
  agent: { address: string; sealedKey: string; sinceMs: number } | null
  /** An agent that is drawn and stored, and whose approval is not proved yet. */
  nextAgent: { address: string; sealedKey: string } | null
  floatUsd: Atoms | null
  fillsFromMs: number
  fundingFromMs: number
  polledAtMs: number
  reconciledAtMs: number
  frozenReason: string | null
}

const ACCOUNTS = new Table<LiveAccount>('venue_live_accounts', {
  objectId: text(),
  realmId: text(),
  state: text(),
  attempts: count(),
  dueAtMs: count(),
  createdAtMs: count(),
  address: text(),
  sealedKey: text(),
  fundingNonce: count(),
  agent: part({
    address: text('agent_address'),
    sealedKey: text('agent_sealed_key'),
    sinceMs: count('agent_since_ms'),
  }),
  nextAgent: part({
    address: text('next_agent_address'),
    sealedKey: text('next_agent_sealed_key'),
  }),
  floatUsd: money(),
  fillsFromMs: count(),
  fundingFromMs: count(),
  polledAtMs: count(),
  reconciledAtMs: count(),
  frozenReason: text(),
})

const TEXT_LENGTH = 200

/** Accounts at the live venue. */
@singleton()
export class LiveAccountStore {
  constructor(private database: Database) {}

  find(objectId: string, reader: SqlReader = this.database): Promise<LiveAccount | null> {
    return ACCOUNTS.first(reader, 'WHERE object_id = ?', [objectId])
  }

  /** The first key of an object stays; a second call changes nothing. */
  async create({
    nowMs,
    ...account
  }: Pick<LiveAccount, 'objectId' | 'realmId' | 'address' | 'sealedKey'> & {
    nowMs: number
  }): Promise<void> {
    await ACCOUNTS.insertNew(this.database, {
      ...account,
      state: 'key_ready',
      attempts: 0,
      dueAtMs: nowMs,
      createdAtMs: nowMs,
      fundingNonce: null,
      agent: null,
      nextAgent: null,
      floatUsd: null,
      fillsFromMs: nowMs,
      fundingFromMs: nowMs,
      polledAtMs: 0,
      reconciledAtMs: 0,
      frozenReason: null,
    })
  }

  /** Accounts that are being set up and due, the longest waiting first. */
  unfinished(nowMs: number, limit: number): Promise<LiveAccount[]> {
    const rest = `WHERE state NOT IN ('ready', 'failed', 'closed') AND due_at_ms <= ?
      ORDER BY due_at_ms LIMIT ${Math.trunc(limit)}`
    return ACCOUNTS.all(this.database, rest, [nowMs])
  }

  /**
   * Ready accounts that were not looked at since a moment.
   *
   * @param column which look is meant
   */
  stale(
    column: 'polled_at_ms' | 'reconciled_at_ms' | 'agent_since_ms',
    beforeMs: number,
    limit: number
  ): Promise<LiveAccount[]> {
    const rest = `WHERE state = 'ready' AND ${column} < ? ORDER BY ${column} LIMIT ${Math.trunc(limit)}`
    return ACCOUNTS.all(this.database, rest, [beforeMs])
  }

  /**
   * Claims an account that is due for one worker.
   *
   * @returns whether no other worker has claimed or moved it
   */
  async claim({ objectId, state, dueAtMs }: LiveAccount, untilMs: number): Promise<boolean> {
    const rest = 'WHERE object_id = ? AND state = ? AND due_at_ms = ?'
    const values = [objectId, state, dueAtMs]
    return (await ACCOUNTS.update(this.database, { dueAtMs: untilMs }, rest, values)) === 1
  }

  /**
   * Moves the setup one step on, unless another worker has moved it: a setup that the end of its
   * object has interrupted must not reopen the account.
   */
  async move(objectId: string, from: LiveAccountState, to: LiveAccountState): Promise<void> {
    const change = { state: to, attempts: 0 }
    await ACCOUNTS.update(this.database, change, 'WHERE object_id = ? AND state = ?', [
      objectId,
      from,
    ])
  }

  /** Closes an account together with its object; nothing is asked or done for it any more. */
  async close(session: SqlSession, objectId: string): Promise<void> {
    await ACCOUNTS.update(session, { state: 'closed' }, 'WHERE object_id = ?', [objectId])
  }

  async update(objectId: string, change: Partial<LiveAccount>): Promise<void> {
    const { frozenReason } = change
    const cut = { ...change, frozenReason: frozenReason && frozenReason.slice(0, TEXT_LENGTH) }
    await ACCOUNTS.update(this.database, cut, 'WHERE object_id = ?', [objectId])
  }

  /** @returns how many accounts are in each state, and how many are frozen */
  async counts(): Promise<{ unfinished: number; failed: number; frozen: number }> {
    const [row] = await this.database.read<Record<string, string | null>>(
      `SELECT SUM(state NOT IN ('ready', 'failed', 'closed')) AS unfinished,
              SUM(state = 'failed') AS failed, SUM(frozen_reason IS NOT NULL) AS frozen
         FROM venue_live_accounts`
    )
    const sum = (name: string) => Number(row?.[name] ?? 0)
    return { unfinished: sum('unfinished'), failed: sum('failed'), frozen: sum('frozen') }
  }
}
