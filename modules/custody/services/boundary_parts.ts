import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import type { OutboxRelay } from '#app/queue/outbox_relay'
import type { Database } from '#app/storage/database'
import { BoundaryReader } from '#modules/ledger/index'
import { BoundaryMirrorStore } from '../storage/boundary_mirror_store.ts'
import { BoundaryStore } from '../storage/boundary_store.ts'
import { ExchangeObjectStore } from '../storage/exchange_object_store.ts'
import type { PoolStore } from '../storage/pool_store.ts'
import { RecoveryStore } from '../storage/recovery_store.ts'
import { BoundaryDirectory } from './boundary_directory.ts'
import { BoundaryRegistry } from './boundary_registry.ts'
import type { CustodyChain } from './custody_chain.ts'
import { KeepBoundaries } from './keep_boundaries.ts'
import { MirrorBoundaries } from './mirror_boundaries.ts'
import { RegisterBoundary } from './register_boundary.ts'

/** What knows the boundaries of one chain, wired once per process. */
export interface BoundaryParts {
  directory: BoundaryDirectory
  registry: BoundaryRegistry
  register: RegisterBoundary
  store: BoundaryStore
  mirror: BoundaryMirrorStore
  recoveries: RecoveryStore
  objects: ExchangeObjectStore
  consumer: MirrorBoundaries
  keep: KeepBoundaries
}

export function boundaryParts(
  chain: CustodyChain,
  database: Database,
  clock: Clock,
  pools: PoolStore,
  log: Logger,
  relay: Pick<OutboxRelay, 'announce'>
): BoundaryParts {
  const { gateway } = chain
  const { chainId } = gateway
  const store = new BoundaryStore(database, clock)
  const ledger = new BoundaryReader(database)
  const registry = new BoundaryRegistry(store, ledger, (id) => gateway.idHash(id))
  const register = new RegisterBoundary(chain, pools, registry)
  const mirror = new BoundaryMirrorStore(database, clock, chainId)
  const recoveries = new RecoveryStore(database, clock, chainId)
  const objects = new ExchangeObjectStore(database, clock, chainId)
  const parts = {
    registry,
    register,
    store,
    mirror,
    recoveries,
    objects,
    directory: new BoundaryDirectory(registry, mirror, register),
    consumer: new MirrorBoundaries(gateway, mirror, recoveries, objects, clock, relay),
  }
  return { ...parts, keep: new KeepBoundaries(chain, parts, clock, log) }
}
