import { Clock, type Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { atomsToColumn, columnToAtoms, type Atoms } from '#app/money/usd'
import { Database, type SqlParameter } from '#app/storage/database'
import type { WalkSource } from '#app/storage/walk'
import { headTime, operationMatches, pathConditions } from '#modules/ledger/index'
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
  token_sealed: string
  return_url: string | null
  return_strategy: ReturnStrategy
  metadata: string | null
  destination_address: string | null
  received_amount: string | null
  late_amount: string | null
  held_until: string | null
  expires_at: string
  created_at: string
}

const COLUMNS = `id, realm_id, operation_id, type, status, object_path, denomination, amount, token_sealed,
  return_url, return_strategy, metadata, destination_address, received_amount, late_amount, held_until,
  expires_at, created_at`

export interface LinkFilter {
  realmId: string
  type?: LinkType
  /** What it is now, not what was last stored. */
  status?: LinkStatus
  objectId?: string
  /** Prefix of the path of its object. */
  objectPath?: string
  /** Of its operation: at or below this path. */
  path?: string
  /** Of its operation: going on after this text. */
  pathPrefix?: string
  /** When it was made, both inclusive. */
  from?: Micros
  to?: Micros
}

/** A link that was read, and whether the list is about it. */
export interface FoundLink {
  link: PaymentLink
  fits: boolean
}

/** So few links that a page may look at all of them. */
const FEW_LINKS = 2000

const BY_TIME = 'FORCE INDEX (payment_links_newest)'
const BY_OBJECT = 'FORCE INDEX (payment_links_object)'

const ALL: Condition = { where: 'TRUE', values: [] }

/** A place in the list of a realm's links, newest first. */
export interface LinkKey {
  /** As SQL has it. */
  createdAt: string
  id: string
}

/** Stores payment links. */
@singleton()
export class LinkStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  /**
   * Keeps the link that is there: of several makers for one operation the first one's token holds.
   *
   * @param tokenHash what the token is found by
   */
  async ensure(link: PaymentLink, tokenHash: Buffer): Promise<PaymentLink> {
    await this.database.write(
      `INSERT INTO payment_links (${COLUMNS}, token_hash)
          VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, NULL, ?, ?, ?, ?)
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
        link.sealedToken,
        link.returnUrl,
        link.returnStrategy,
        link.metadata === null ? null : JSON.stringify(link.metadata),
        link.destinationAddress,
        link.heldUntil === null ? null : toSqlDatetime(link.heldUntil),
        toSqlDatetime(link.expiresAt),
        toSqlDatetime(link.createdAt),
        tokenHash,
      ]
    )
    const stored = await this.ofOperation(link.operationId)
    if (!stored) throw new Error('A payment link could not be stored')
    return stored
  }

  async ofOperation(operationId: string): Promise<PaymentLink | null> {
    return this.#one('operation_id = ?', operationId)
  }

  async byTokenHash(hash: Buffer): Promise<PaymentLink | null> {
    return this.#one('token_hash = ?', hash)
  }

  /**
   * A realm's links of a time up to a cut, newest first, each with whether it fits the filter: a row
   * is read by its time and then looked at, so that reading so many rows costs no more than that.
   * Only an object path with few links is looked up by its own index.
   */
  async source(filter: LinkFilter, cut: string): Promise<WalkSource<FoundLink, LinkKey>> {
    const range = await this.#rangeOf(filter, cut)
    const fits = joined([ALL, ...this.#conditions(filter)])
    return {
      read: async (after, count) => {
        const beyond = after ? ' AND (created_at < ? OR (created_at = ? AND id < ?))' : ''
        const rows = await this.database.read<LinkRow & { fits: number }>(
          `SELECT ${COLUMNS}, (${fits.where}) AS fits FROM payment_links
            ${range.hint} WHERE ${range.where}${beyond}
            ORDER BY created_at DESC, id DESC LIMIT ${count}`,
          [
            ...fits.values,
            ...range.values,
            ...(after ? [after.createdAt, after.createdAt, after.id] : []),
          ]
        )
        return rows.map((row) => ({ link: toLink(row), fits: row.fits === 1 }))
      },
      placeOf: ({ link: { createdAt, id } }) => ({ createdAt: toSqlDatetime(createdAt), id }),
    }
  }

  /** How many of a realm are pending now and what they ask for together; only types it has. */
  async open(realmId: string): Promise<{ type: LinkType; count: number; total: Atoms }[]> {
    const { where, values } = statusFilter('pending', toSqlDatetime(this.clock.nowMicros()))
    const rows = await this.database.read<{ type: LinkType; links: string; total: string }>(
      `SELECT type, COUNT(*) AS links, SUM(amount) AS total FROM payment_links
        WHERE realm_id = ? AND ${where} GROUP BY type ORDER BY type`,
      [realmId, ...values]
    )
    return rows.map(({ type, links, total }) => ({
      type,
      count: Number(links),
      total: columnToAtoms(total),
    }))
  }

  /** Links made until now: what is opened later is not part of a walk. */
  newest(realmId: string): Promise<string> {
    return headTime(this.database, realmId)
  }

  async byId(id: string): Promise<PaymentLink | null> {
    return this.#one('id = ?', id)
  }

  /** Pending links whose time is over, oldest first. */
  async due(now: Micros, limit: number): Promise<PaymentLink[]> {
    const rows = await this.database.read<LinkRow>(
      `SELECT ${COLUMNS} FROM payment_links
        WHERE status = 'pending' AND expires_at <= ? AND (held_until IS NULL OR held_until <= ?)
        ORDER BY expires_at LIMIT ${limit}`,
      [toSqlDatetime(now), toSqlDatetime(now)]
    )
    return rows.map(toLink)
  }

  /** Ends a pending link; one that has ended stays as it is. */
  async end(
    operationId: string,
    status: Exclude<LinkStatus, 'pending'>,
    received: Atoms | null = null
  ): Promise<void> {
    const amount = received === null ? null : atomsToColumn(received)
    await this.database.write(
      `UPDATE payment_links SET status = ?, received_amount = COALESCE(?, received_amount)
        WHERE operation_id = ? AND status IN ('pending', ?)`,
      [status, amount, operationId, status]
    )
  }

  /** Money is on its way: until then the deadline does not end the link. */
  async hold(operationId: string, until: Micros, destination: string | null = null): Promise<void> {
    await this.database.write(
      `UPDATE payment_links SET held_until = GREATEST(COALESCE(held_until, ?), ?),
          destination_address = COALESCE(?, destination_address)
        WHERE operation_id = ? AND status = 'pending'`,
      [toSqlDatetime(until), toSqlDatetime(until), destination, operationId]
    )
  }

  /** Counts a deposit that came when the link had ended; the same one once. */
  async noteLate(linkId: string, operationId: string, amount: Atoms): Promise<void> {
    await this.database.transaction(async (session) => {
      const { affectedRows } = await session.write(
        `INSERT IGNORE INTO payment_link_late_payments (operation_id, link_id, amount)
          VALUES (?, ?, ?)`,
        [operationId, linkId, atomsToColumn(amount)]
      )
      if (affectedRows === 0) return
      await session.write(
        'UPDATE payment_links SET late_amount = COALESCE(late_amount, 0) + ? WHERE id = ?',
        [atomsToColumn(amount), linkId]
      )
    })
  }

  /** The part of an index that is walked. */
  async #rangeOf({ realmId, objectPath, from, to }: LinkFilter, cut: string) {
    const time = [
      one('created_at <= ?', cut),
      from !== undefined && one('created_at >= ?', toSqlDatetime(from)),
      to !== undefined && one('created_at <= ?', toSqlDatetime(to)),
    ]
    const realm = one('realm_id = ?', realmId)
    const path = objectPath && pathConditions('object_path', { path: objectPath })
    if (!path) return { hint: BY_TIME, ...joined([realm, ...time]) }
    const below = joined([realm, path])
    const [counted] = await this.database.read<{ links: string }>(
      `SELECT COUNT(*) AS links FROM (SELECT 1 FROM payment_links ${BY_OBJECT}
        WHERE ${below.where} LIMIT ${FEW_LINKS + 1}) AS some`,
      below.values
    )
    const isShort = Number(counted!.links) <= FEW_LINKS
    return isShort
      ? { hint: BY_OBJECT, ...joined([realm, path, ...time]) }
      : { hint: BY_TIME, ...joined([realm, ...time]) }
  }

  #conditions(filter: LinkFilter) {
    const { type, status, objectPath } = filter
    return [
      type && one('type = ?', type),
      status && statusFilter(status, toSqlDatetime(this.clock.nowMicros())),
      objectPath && pathConditions('object_path', { path: objectPath }),
      operationMatches('payment_links.operation_id', filter),
    ]
  }

  async #one(where: string, value: string | Buffer): Promise<PaymentLink | null> {
    const [row] = await this.database.read<LinkRow>(
      `SELECT ${COLUMNS} FROM payment_links WHERE ${where}`,
      [value]
    )
    return row ? toLink(row) : null
  }
}

interface Condition {
  where: string
  values: SqlParameter[]
}

function one(where: string, value: SqlParameter): Condition {
  return { where, values: [value] }
}

function joined(conditions: (Condition | null | false | undefined | '')[]): Condition {
  const given = conditions.filter((each) => !!each)
  return {
    where: given.map(({ where }) => where).join(' AND '),
    values: given.flatMap(({ values }) => values),
  }
}

function statusFilter(status: LinkStatus, now: string): Condition {
  switch (status) {
    case 'pending':
      return {
        where: "status = 'pending' AND (expires_at > ? OR held_until > ?)",
        values: [now, now],
      }
    case 'completed':
      return { where: "status = 'completed'", values: [] }
    case 'expired':
      return {
        where: `(status = 'expired' OR (status = 'pending' AND expires_at <= ?
                  AND (held_until IS NULL OR held_until <= ?)))`,
        values: [now, now],
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
    sealedToken: row.token_sealed,
    returnUrl: row.return_url,
    returnStrategy: row.return_strategy,
    metadata: row.metadata === null ? null : (JSON.parse(row.metadata) as Metadata),
    destinationAddress: row.destination_address,
    receivedAmount: row.received_amount === null ? null : columnToAtoms(row.received_amount),
    lateAmount: row.late_amount === null ? null : columnToAtoms(row.late_amount),
    heldUntil: row.held_until === null ? null : sqlToMicros(row.held_until),
    expiresAt: sqlToMicros(row.expires_at),
    createdAt: sqlToMicros(row.created_at),
  }
}
