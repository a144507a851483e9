import { Clock, type Micros } from '#app/clock/clock'
import { toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { atomsToColumn, columnToAtoms, type Atoms } from '#app/money/usd'
import { Database, type SqlParameter } from '#app/storage/database'
import { olderThan } from '#app/storage/filter'
import { json, money, Table, text, time } from '#app/storage/table'
import type { WalkSource } from '#app/storage/walk'
import { headTime, operationMatches, pathConditions } from '#modules/ledger/index'
import type { LinkStatus, LinkType, PaymentLink } from '../core/payment_link.ts'

const LINKS = new Table<PaymentLink>('payment_links', {
  id: text(),
  realmId: text(),
  operationId: text(),
  type: text(),
  status: text(),
  objectPath: text(),
  denomination: text(),
  amount: money(),
  sealedToken: text('token_sealed'),
  returnUrl: text(),
  returnStrategy: text(),
  description: text(),
  reference: text(),
  metadata: json(),
  destinationAddress: text(),
  receivedAmount: money(),
  lateAmount: money(),
  heldUntil: time(),
  expiresAt: time(),
  createdAt: time(),
})

export interface LinkFilter {
  realmId: string
  type?: LinkType
  /** The status now, not the one that was last stored. */
  status?: LinkStatus
  objectId?: string
  /** Prefix of the path of its object. */
  objectPath?: string
  /** By which builder and payer know the payment. */
  reference?: string
  /** Path of its operation: at or below this path. */
  path?: string
  /** Path of its operation: any path that begins with this text. */
  pathPrefix?: string
  /** Time of creation; `from` and `to` are inclusive. */
  from?: Micros
  to?: Micros
}

const IS_OVER = `status = 'pending' AND expires_at <= :now AND (held_until IS NULL OR held_until <= :now)`

/** Finds a row while a link is over whose operation has not ended. */
export const OVER = `SELECT 1 FROM payment_links WHERE ${IS_OVER}`

/** A link that was read, and whether it belongs to the list. */
export interface FoundLink {
  link: PaymentLink
  fits: boolean
}

/** Few enough links for a page to look at all of them. */
const FEW_LINKS = 2000

const BY_TIME = 'FORCE INDEX (payment_links_newest)'
const BY_OBJECT = 'FORCE INDEX (payment_links_object)'
const BY_REFERENCE = 'FORCE INDEX (payment_links_reference)'

const ALL: Condition = { where: 'TRUE', values: [] }

/** A place in the list of a realm's links, newest first. */
export interface LinkKey {
  /** As SQL text. */
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
   * Stores a link, or returns the stored one: of several makers for one operation, the token of the
   * first holds.
   *
   * @param tokenHash by which the token is found
   */
  async ensure(link: PaymentLink, tokenHash: Buffer): Promise<PaymentLink> {
    const rest = 'ON DUPLICATE KEY UPDATE operation_id = operation_id'
    await LINKS.insert(this.database, link, { token_hash: tokenHash }, rest)
    const stored = await this.ofOperation(link.operationId)
    if (!stored) throw new Error('A payment link could not be stored')
    return stored
  }

  ofOperation(operationId: string): Promise<PaymentLink | null> {
    return LINKS.first(this.database, 'WHERE operation_id = ?', [operationId])
  }

  /** The references that links were given, by id of their operation. */
  async referencesOf(operationIds: readonly string[]): Promise<Map<string, string>> {
    if (operationIds.length === 0) return new Map()
    const rows = await this.database.read<{ operation_id: string; reference: string }>(
      `SELECT operation_id, reference FROM payment_links
        WHERE operation_id IN (?) AND reference IS NOT NULL`,
      [operationIds]
    )
    return new Map(rows.map(({ operation_id: id, reference }) => [id, reference]))
  }

  byTokenHash(hash: Buffer): Promise<PaymentLink | null> {
    return LINKS.first(this.database, 'WHERE token_hash = ?', [hash])
  }

  /**
   * A realm's links of a time up to a cut, newest first, each with whether it fits the filter. A
   * row is read by its time and then tested, so that reading this many rows costs no more than
   * that. A reference is looked up by its own index, and so is an object path with few links.
   */
  async source(filter: LinkFilter, cut: string): Promise<WalkSource<FoundLink, LinkKey>> {
    const range = await this.#rangeOf(filter, cut)
    const fits = joined([ALL, ...this.#conditions(filter)])
    return {
      read: async (after, count) => {
        const older = olderThan(after)
        const rows = await this.database.read<{ fits: number | string }>(
          `SELECT ${LINKS.selected}, (${fits.where}) AS fits FROM payment_links
            ${range.hint} WHERE ${range.where}${older.and}
            ORDER BY created_at DESC, id DESC LIMIT ${count}`,
          [...fits.values, ...range.values, ...older.values]
        )
        return rows.map((row) => ({ link: LINKS.entityOf(row), fits: Number(row.fits) === 1 }))
      },
      placeOf: ({ link: { createdAt, id } }) => ({ createdAt: toSqlDatetime(createdAt), id }),
    }
  }

  /**
   * How many links of a realm are pending now, and how much they ask for together; types without
   * pending links are left out.
   */
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

  /** The cut of a walk: links that are opened later are not part of it. */
  newest(realmId: string): Promise<string> {
    return headTime(this.database, realmId)
  }

  byId(id: string): Promise<PaymentLink | null> {
    return LINKS.first(this.database, 'WHERE id = ?', [id])
  }

  /** Pending links whose time is over, oldest first. */
  due(now: Micros, limit: number): Promise<PaymentLink[]> {
    const rest = `WHERE ${IS_OVER.replaceAll(':now', '?')} ORDER BY expires_at LIMIT ${limit}`
    return LINKS.all(this.database, rest, [toSqlDatetime(now), toSqlDatetime(now)])
  }

  /** Ends a pending link; a link that has ended stays as it is. */
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

  /** Holds a link open while money is on its way: until then the deadline does not end it. */
  async hold(operationId: string, until: Micros, destination: string | null = null): Promise<void> {
    await this.database.write(
      `UPDATE payment_links SET held_until = GREATEST(COALESCE(held_until, ?), ?),
          destination_address = COALESCE(?, destination_address)
        WHERE operation_id = ? AND status = 'pending'`,
      [toSqlDatetime(until), toSqlDatetime(until), destination, operationId]
    )
  }

  /** Counts a deposit that came after the link had ended, once per operation. */
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

  /** The part of an index that the list walks through. */
  async #rangeOf({ realmId, objectPath, reference, from, to }: LinkFilter, cut: string) {
    const within = [
      one('created_at <= ?', cut),
      from !== undefined && one('created_at >= ?', toSqlDatetime(from)),
      to !== undefined && one('created_at <= ?', toSqlDatetime(to)),
    ]
    const realm = one('realm_id = ?', realmId)
    if (reference !== undefined) {
      return { hint: BY_REFERENCE, ...joined([realm, one('reference = ?', reference), ...within]) }
    }
    const path = objectPath && pathConditions('object_path', { path: objectPath })
    if (!path) return { hint: BY_TIME, ...joined([realm, ...within]) }
    const below = joined([realm, path])
    const [counted] = await this.database.read<{ links: string }>(
      `SELECT COUNT(*) AS links FROM (SELECT 1 FROM payment_links ${BY_OBJECT}
        WHERE ${below.where} LIMIT ${FEW_LINKS + 1}) AS some`,
      below.values
    )
    const isShort = Number(counted!.links) <= FEW_LINKS
    return isShort
      ? { hint: BY_OBJECT, ...joined([realm, path, ...within]) }
      : { hint: BY_TIME, ...joined([realm, ...within]) }
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
