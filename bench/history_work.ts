import type { ApplicationService } from '@adonisjs/core/types'
import type { ComposedLeg } from '#modules/ledger/extension/companion'

const MICROS = 1_000_000
const DAY = 86_400
const HOUSE = '/_system/venue/house'
const CENT = 10_000n

interface Month {
  realmId: string
  /** Whose organization the realm is to belong to. */
  likeRealm: string
  count: number
  /** Of each object, spread evenly. */
  legs: number
  days: number
}

/** A realm whose journal was written in the past, by a clock of its own. */
export class HistoryWork {
  constructor(private container: ApplicationService['container']) {}

  /** The seal job rests meanwhile: it closes the time that is written into. */
  async write(month: Month, onDone: (done: number) => void): Promise<void> {
    const { ManualClock } = await import('#app/clock/clock')
    const { Database } = await import('#app/storage/database')
    const { QueueHost } = await import('#app/queue/queue_host')
    const { newId } = await import('#app/ids/ids')
    const { defaultBoundaryId } = await import('#modules/ledger/core/boundaries')
    const { SinglePoster } = await import('#modules/ledger/services/poster/single_poster')
    const { OutboxRelay } = await import('#app/queue/outbox_relay')
    const { realmId, count, legs, days } = month
    await (await this.container.make(QueueHost)).queue('history-seal').pause()
    const database = await this.container.make(Database)
    const startSeconds = Math.floor(Date.now() / 1000) - days * DAY
    const clock = new ManualClock(startSeconds * MICROS)
    const poster = new SinglePoster(database, clock, await this.container.make(OutboxRelay))
    const [like] = await database.read<{ orgId: string; builderId: string }>(
      'SELECT org_id AS orgId, builder_id AS builderId FROM realms WHERE id = ?',
      [month.likeRealm]
    )
    const boundaryId = defaultBoundaryId(realmId)
    await poster.post({
      kind: 'open_realm',
      realmId,
      realm: {
        id: realmId,
        ...like!,
        name: 'Month',
        slug: realmId,
        asset: 'paper',
        lifecycle: 'permanent',
        backing: 'chain',
        description: null,
      },
      actor: { type: 'builder', id: like!.builderId },
      ids: { external: newId('obj'), fees: newId('obj'), event: newId('evt') },
      boundaryId,
      jobs: [],
    })
    const ids: string[] = []
    for (let place = 0; place < count; place++) {
      const [id, operationId] = [newId('obj'), newId('op')]
      const path = `/many/${place}`
      const actor = { actorType: 'builder', actorId: like!.builderId }
      const hash = { requestHash: 'a'.repeat(64), input: '{}' }
      await poster.post({
        kind: 'create_object',
        realmId,
        operation: { id: operationId, path: `/op${path}`, type: 'create', ...hash, ...actor },
        object: { id, path, type: 'exchange', keepsOwnBooks: true, metadata: null },
        boundaryId,
        jobs: [],
      })
      const own = { event: newId('evt'), delta: newId('dlt') }
      await poster.post({ kind: 'complete_create', realmId, operationId, ids: own, jobs: [] })
      ids.push(id)
    }
    for (let turn = 0; turn < legs; turn++) {
      clock.setMicros((startSeconds + 1 + Math.floor(((turn + 0.5) * days * DAY) / legs)) * MICROS)
      const moved = ids.flatMap((objectId): ComposedLeg[] => [
        { holder: { objectId }, denomination: 'USD', amount: CENT, kind: 'trade' },
      ])
      const paid = {
        holder: { systemPath: HOUSE, keepsOwnBooks: true },
        denomination: 'USD',
        kind: 'trade' as const,
      }
      await poster.post({ kind: 'composed_pass', realmId, jobs: [] }, undefined, {
        module: 'venue',
        compose: () => {
          const entry = entryOf([...moved, { ...paid, amount: -CENT * BigInt(count) }])
          return Promise.resolve({ kind: 'composed', entries: [entry] })
        },
        write: () => Promise.resolve(),
        committed: () => {},
      })
      onDone((turn + 1) * count)
    }
  }

  async seal(realmId: string): Promise<void> {
    const { QueueHost } = await import('#app/queue/queue_host')
    const { SealRealm } = await import('#modules/analytics/services/seal_realm')
    await (await this.container.make(SealRealm)).run(realmId)
    await (await this.container.make(QueueHost)).queue('history-seal').resume()
  }
}

function entryOf(legs: readonly ComposedLeg[]) {
  return {
    operation: null,
    opType: 'adjustment' as const,
    state: 'completed' as const,
    failureMessage: null,
    outcome: {},
    objectId: null,
    denomination: null,
    amount: null,
    legs,
    events: [],
    deltas: [],
  }
}
