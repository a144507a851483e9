import { Clock, type Micros } from '#app/clock/clock'
import { sqlToMicros, toSqlDatetime } from '#app/clock/timestamp'
import { singleton } from '#app/extension/singleton'
import { Database, type SqlReader, type SqlSession } from '#app/storage/database'
import type { DatedPage } from '#app/storage/filter'
import { entityPage } from '#app/storage/keyset_page'
import { count, json, part, Table, text, time } from '#app/storage/table'
import type { EventPlace } from '#modules/ledger/index'
import type { Webhook, WebhookStatus } from '../core/webhook.ts'

export interface StoredWebhook extends Webhook {
  secretSealed: string
  /** The secret before the last rotation; it signs beside the new one until `oldSecretUntil`. */
  oldSecretSealed: string | null
  oldSecretUntil: Micros | null
  lease: string | null
  leasedUntil: Micros | null
  /** The job of the outbox that stands for its turn, owed or under way. */
  turnJob: string | null
  /** The events that are owed again; null when nobody has asked for any. */
  replay: Replay | null
}

/** The events after a place in the journal, up to the end of an entry. */
export interface Replay extends EventPlace {
  upTo: number
}

export const WEBHOOKS = new Table<StoredWebhook>('webhooks', {
  id: text(),
  realmId: text(),
  orgId: text(),
  url: text(),
  types: json(),
  pathPrefix: text(),
  description: text(),
  status: text(),
  secretSealed: text(),
  oldSecretSealed: text(),
  oldSecretUntil: time(),
  fromSeq: count(),
  failures: count(),
  failingSince: time(),
  dueAt: time(),
  lease: text(),
  leasedUntil: time(),
  turnJob: text(),
  replay: part<Replay | null>({
    seq: count('replay_seq'),
    no: count('replay_no'),
    upTo: count('replay_up_to'),
  }),
  createdAt: time(),
  updatedAt: time(),
})

type Writer = Pick<SqlSession, 'write'>

export interface WebhookQuery extends DatedPage {
  realmId: string
}

/** Webhooks as their builders know them; `WebhookTurns` says which of them are served. */
@singleton()
export class WebhookStore {
  constructor(
    private database: Database,
    private clock: Clock
  ) {}

  async add(writer: SqlSession, webhook: StoredWebhook): Promise<void> {
    await WEBHOOKS.insert(writer, webhook)
  }

  byId(id: string): Promise<StoredWebhook | null> {
    return WEBHOOKS.first(this.database, 'WHERE id = ?', [id])
  }

  ofRealm(reader: SqlReader, realmId: string): Promise<StoredWebhook[]> {
    return WEBHOOKS.all(reader, 'WHERE realm_id = ? ORDER BY id', [realmId])
  }

  /** Locks those of these webhooks that exist, in the order of their ids. */
  async lock(session: SqlSession, ids: readonly string[]): Promise<StoredWebhook[]> {
    if (ids.length === 0) return []
    return WEBHOOKS.all(session, 'WHERE id IN (?) ORDER BY id FOR UPDATE', [ids])
  }

  change(writer: Writer, id: string, changes: Partial<StoredWebhook>): Promise<number> {
    return WEBHOOKS.update(writer, changes, 'WHERE id = ?', [id])
  }

  async remove(writer: Writer, id: string): Promise<void> {
    await writer.write('DELETE FROM webhooks WHERE id = ?', [id])
  }

  /** The realms that have webhooks. */
  async realms(): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(
      'SELECT DISTINCT realm_id AS id FROM webhooks'
    )
    return rows.map(({ id }) => id)
  }

  /** The webhooks of a realm to which nothing is sent any more. */
  async idleOf(realmId: string): Promise<string[]> {
    const rows = await this.database.read<{ id: string }>(
      `SELECT id FROM webhooks WHERE realm_id = ? AND (due_at IS NULL OR status <> 'active')`,
      [realmId]
    )
    return rows.map(({ id }) => id)
  }

  list({ realmId, ...asked }: WebhookQuery) {
    return entityPage(this.database, WEBHOOKS, {
      where: 'realm_id = ?',
      values: [realmId],
      ...asked,
      readCut: async () => toSqlDatetime(this.clock.nowMicros()),
    })
  }

  /** Figures for operators: counts of an index, and the active webhooks that wait longest. */
  async summary() {
    const counts = await this.database.read<{ status: WebhookStatus; webhooks: string }>(
      'SELECT status, COUNT(*) AS webhooks FROM webhooks GROUP BY status'
    )
    const [active] = await this.database.read<{ failing: string | null; due: string | null }>(
      `SELECT SUM(failures > 0) AS failing, MIN(due_at) AS due FROM webhooks
        WHERE status = 'active' AND due_at IS NOT NULL`
    )
    const now = this.clock.nowMicros()
    const due = active?.due ? sqlToMicros(active.due) : now
    return {
      byStatus: Object.fromEntries(
        counts.map(({ status, webhooks }) => [status, Number(webhooks)])
      ),
      failing: Number(active?.failing ?? 0),
      overdueSeconds: Math.max(0, now - due) / 1_000_000,
    }
  }
}
