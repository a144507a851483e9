import { AccessControl } from '#app/extension/access_control'
import { ModuleHost } from '#app/extension/module_host'
import type { Subscriber, Subscription } from '#app/extension/realtime_topic'
import { singleton } from '#app/extension/singleton'
import type { ValuationCut } from '../extension/valuator.ts'
import type { WatchedPlace } from '../extension/watch_part.ts'
import { LEDGER_LIMITS } from '../limits.ts'
import type { Operation } from '../core/terms.ts'
import { presentBalance, presentOperation } from '../http/presenters.ts'
import { ListOperations } from '../services/list_operations.ts'
import { mayReadOperation } from '../services/operation_access.ts'
import type { Following } from './journal_tail.ts'
import type { StreamListener } from './realm_streams.ts'
import { Streams } from './streams.ts'
import { visibleOperation } from '../services/visible_operation.ts'
import { objectsAtCut } from '../storage/cut_rows.ts'
import { ObjectReader } from '../storage/object_reader.ts'
import { OperationReader } from '../storage/operation_reader.ts'

/**
 * Watches a path: sends its state, and then every change after it. Both come from one cut of the
 * journal, so that no change falls between them.
 */
@singleton()
export class WatchPath {
  constructor(
    private streams: Streams,
    private objects: ObjectReader,
    private operations: OperationReader,
    private listOperations: ListOperations,
    private access: AccessControl,
    private modules: ModuleHost
  ) {}

  /** @throws ServiceError FORBIDDEN, SUBSCRIPTION_LIMIT */
  async run(subscriber: Subscriber, path: string, requestId: string | null): Promise<void> {
    subscriber.authorize('svc:Subscribe', path)
    subscriber.authorize('svc:ReadObject', path)
    const { realmId } = subscriber
    const { streams, following } = this.streams.of(realmId)
    let stopped = false
    const followed: Pick<Subscription, 'stop'>[] = []
    const subscription: Subscription = {
      stop: () => {
        stopped = true
        for (const each of followed) each.stop()
        streams.watches.remove(path, listener)
        this.streams.stopIfIdle(realmId)
      },
      resync: async () => void (await this.#show(listener, following, { path, requestId })),
    }
    // The listener is told nothing before its snapshot is read: the snapshot holds all of that.
    const listener: StreamListener = { subscriber, subscription, after: Number.POSITIVE_INFINITY }
    streams.watches.add(path, listener)
    subscriber.hold(`watch ${path}`, subscription)
    const { place, shown } = await this.#show(listener, following, { path, requestId })
    for (const part of this.modules.contributions('watchParts')) {
      const follower = await part.follow?.(subscriber, place, shown[part.name])
      if (!follower) continue
      followed.push(follower)
      // The client may have left, or ended the watch, while this was made.
      if (stopped) follower.stop()
    }
  }

  async #show(
    listener: StreamListener,
    following: Following,
    { path, requestId }: { path: string; requestId: string | null }
  ) {
    const { subscriber } = listener
    const { realmId, principal } = subscriber
    const parts = this.modules.contributions('watchParts')
    for (const part of parts) await part.prepare?.(realmId)
    const state = await following.visit(async (cut) => {
      const found = await this.#found(subscriber, cut, path)
      const shown: Record<string, unknown> = {}
      for (const part of parts) {
        if (part.snapshot) shown[part.name] = await part.snapshot(principal, found.place, cut)
      }
      // From here on the listener is told what comes after this cut.
      listener.after = cut.seq
      return { ...found, shown, seq: cut.seq }
    })
    const { place, balances, shown, seq } = state
    for (const part of parts) {
      if (part.snapshotAfter) shown[part.name] = await part.snapshotAfter(principal, place)
    }
    const operations = state.operations ?? (await this.#below(subscriber, path))
    subscriber.reply({
      type: 'watch_snapshot',
      requestId,
      realmId,
      path,
      sequence: seq,
      balances,
      operations: operations.map(presentOperation),
      ...shown,
    })
    return { place, shown }
  }

  async #found(subscriber: Subscriber, cut: ValuationCut, path: string) {
    const { realmId, principal } = subscriber
    const scope = path.endsWith('/') ? { prefix: path } : { paths: [path] }
    const objects = (await objectsAtCut(cut, scope)).filter((object) =>
      subscriber.permits('svc:ReadObject', object.path)
    )
    const place: WatchedPlace = { realmId, path, objects }
    const holding = objects.filter((object) => subscriber.permits('svc:ReadBalance', object.path))
    const pathOf = new Map(holding.map((object) => [object.id, object.path]))
    const rows = await this.objects.balances([...pathOf.keys()], cut.session)
    const balances = rows.map((row) => {
      const objectPath = pathOf.get(row.objectId)!
      return { objectId: row.objectId, path: objectPath, objectPath, ...presentBalance(row) }
    })
    const operations = path.endsWith('/') ? null : await this.#ofObject(principal, cut, objects)
    return { place, balances, operations }
  }

  async #ofObject(
    principal: Subscriber['principal'],
    { session }: ValuationCut,
    [object]: WatchedPlace['objects']
  ): Promise<Operation[]> {
    if (!object) return []
    const newest = await this.operations.newestOfObject(
      session,
      object.id,
      LEDGER_LIMITS.journalListDefault
    )
    return newest
      .filter((operation) => mayReadOperation(this.access, principal, operation))
      .map(visibleOperation(this.access, principal))
  }

  /** Read after the cut, so that an operation may be told twice but none is missing. */
  async #below({ principal, realmId }: Subscriber, path: string): Promise<Operation[]> {
    const query = { realmId, objectPath: path, limit: LEDGER_LIMITS.journalListDefault }
    const { operations } = await this.listOperations.run(principal, query)
    return operations
  }
}
