import type { Clock, Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { atomsToColumn, columnToAtoms } from '#app/money/usd'
import type { Database, SqlParameter } from '#app/storage/database'
import type { WalkSource } from '#app/storage/walk'
import { headTime } from '#modules/ledger/index'
import type { Metadata } from '../core/metadata.ts'
import type { LinkStatus, LinkType, PaymentLink, ReturnStrategy } from '../core/payment_link.ts'

interface LinkRow {
  id: string
  realm_id: string
  operation_id: string
  type: LinkType
  status: LinkStatus
  object_path: string
  denomination: string
  amount: string
  token: string
  return_url: string | null
  return_strategy: ReturnStrategy
  metadata: string | null
  expires_at: string
  created_at: string
}

const COLUMNS = `id, realm_id, operation_id, type, status, object_path, denomination, amount, token,
  return_url, return_strategy, metadata, expires_at, created_at`

export interface LinkFilter {
  realmId: string
  type?: LinkType
  /** What it is now, not what was last stored. */
  status?: LinkStatus
}

/** A place in the list of a realm's links, newest first. */
export interface LinkKey {
  /** As SQL has it. */
  createdAt: string
  id: string
}

/** Stores payment links. */
export class LinkStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /** Keeps the link that is there: of several makers for one operation the first one's token holds. */
  async ensure(link: PaymentLink): Promise<PaymentLink> {
    await this.database.write(
      `INSERT INTO payment_links (${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON DUPLICATE KEY UPDATE operation_id = operation_id`,
      [
        link.id,
        link.realmId,
        link.operationId,
        link.type,
        link.status,
        link.objectPath,
        link.denomination,
        atomsToColumn(link.amount),
        link.token,
        link.returnUrl,
        link.returnStrategy,
        link.metadata === null ? null : JSON.stringify(link.metadata),
        toSqlDatetime(link.expiresAt),
        toSqlDatetime(link.createdAt),
      ]
    )
    const stored = await this.ofOperation(link.operationId)
    if (!stored) throw new Error('A payment link could not be stored')
    return stored
  }

  async ofOperation(operationId: string): Promise<PaymentLink | null> {
    return this.#one('operation_id = ?', operationId)
  }

  async byToken(token: string): Promise<PaymentLink | null> {
    return this.#one('token = ?', token)
  }

  /** A realm's links up to a cut, newest first. */
  source(filter: LinkFilter, cut: string): WalkSource<PaymentLink, LinkKey> {
    const { where, values } = this.#filtered(filter, cut)
    return {
      read: async (after, count) => {
        const beyond = after ? ' AND (created_at < ? OR (created_at = ? AND id < ?))' : ''
        const rows = await this.database.read<LinkRow>(
          `SELECT ${COLUMNS} FROM payment_links WHERE ${where}${beyond}
            ORDER BY created_at DESC, id DESC LIMIT ${count}`,
          [...values, ...(after ? [after.createdAt, after.createdAt, after.id] : [])]
        )
        return rows.map(toLink)
      },
      placeOf: ({ createdAt, id }) => ({ createdAt: toSqlDatetime(createdAt), id }),
    }
  }

  /** How many links `source` reads. */
  async count(filter: LinkFilter, cut: string): Promise<number> {
    const { where, values } = this.#filtered(filter, cut)
    const [counted] = await this.database.read<{ total: string }>(
      `SELECT COUNT(*) AS total FROM payment_links WHERE ${where}`,
      values
    )
    return Number(counted!.total)
  }

  /** Links made until now: what is opened later is not part of a walk. */
  newest(realmId: string): Promise<string> {
    return headTime(this.database, realmId)
  }

  /** Pending links whose time is over, oldest first. */
  async due(now: Micros, limit: number): Promise<PaymentLink[]> {
    const rows = await this.database.read<LinkRow>(
      `SELECT ${COLUMNS} FROM payment_links
        WHERE status = 'pending' AND expires_at <= ? ORDER BY expires_at LIMIT ${limit}`,
      [toSqlDatetime(now)]
    )
    return rows.map(toLink)
  }

  /** Ends a pending link. A link that money reached after its time becomes completed after all. */
  async end(operationId: string, status: Exclude<LinkStatus, 'pending'>): Promise<void> {
    const from = status === 'completed' ? "status <> 'completed'" : "status = 'pending'"
    await this.database.write(
      `UPDATE payment_links SET status = ? WHERE operation_id = ? AND ${from}`,
      [status, operationId]
    )
  }

  #filtered({ realmId, type, status }: LinkFilter, cut: string) {
    const parts = ['realm_id = ?', 'created_at <= ?']
    const values: SqlParameter[] = [realmId, cut]
    if (type) {
      parts.push('type = ?')
      values.push(type)
    }
    if (status) {
      const filter = statusFilter(status, toSqlDatetime(this.clock.nowMicros()))
      parts.push(filter.where)
      values.push(...filter.values)
    }
    return { where: parts.join(' AND '), values }
  }

  async #one(where: string, value: string): Promise<PaymentLink | null> {
    const [row] = await this.database.read<LinkRow>(
      `SELECT ${COLUMNS} FROM payment_links WHERE ${where}`,
      [value]
    )
    return row ? toLink(row) : null
  }
}

function statusFilter(status: LinkStatus, now: string): { where: string; values: SqlParameter[] } {
  switch (status) {
    case 'pending':
      return { where: "status = 'pending' AND expires_at > ?", values: [now] }
    case 'completed':
      return { where: "status = 'completed'", values: [] }
    case 'expired':
      return {
        where: "(status = 'expired' OR (status = 'pending' AND expires_at <= ?))",
        values: [now],
      }
  }
}

function toLink(row: LinkRow): PaymentLink {
  return {
    id: row.id,
    realmId: row.realm_id,
    operationId: row.operation_id,
    type: row.type,
    status: row.status,
    objectPath: row.object_path,
    denomination: row.denomination,
    amount: columnToAtoms(row.amount),
    token: row.token,
    returnUrl: row.return_url,
    returnStrategy: row.return_strategy,
    metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as Metadata),
    expiresAt: sqlToMicros(row.expires_at),
    createdAt: sqlToMicros(row.created_at),
  }
}
