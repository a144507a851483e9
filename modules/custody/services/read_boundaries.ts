import { AccessControl } from '#app/extension/access_control'
import type { Principal } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { notFound } from '#app/http/errors/service_error'
import { formatUsd } from '#app/money/usd'
import { memoryPage, type PageQuery } from '#app/storage/memory_page'
import { defaultBoundaryId, RealmDirectory } from '#modules/ledger/index'
import type { Hex } from '../core/chain_types.ts'
import {
  exchangeObjectView,
  exitView,
  type BoundaryView,
  type ExchangeObjectView,
} from '../core/boundary_view.ts'
import { nextExit } from '../core/boundary_facts.ts'
import type { KnownBoundary } from '../storage/boundary_store.ts'
import { ExchangeObjectStore, type VaultedObject } from '../storage/exchange_object_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { ProjectionStore } from '../storage/projection_store.ts'
import { BoundaryDirectory, type BoundaryState } from './boundary_directory.ts'
import { BoundaryRegistry, type ListedBoundary } from './boundary_registry.ts'
import { CustodyChain } from './custody_chain.ts'

const ACTION = 'svc:ReadCustody'

interface Page {
  total: number
  nextCursor: string | null
}

export interface BoundaryPage extends Page {
  boundaries: BoundaryView[]
}

export interface ExchangeObjectPage extends Page {
  exchangeObjects: ExchangeObjectView[]
}

interface ReadableObject {
  object: VaultedObject
  state: BoundaryState
}

/**
 * What the database knows of the boundaries of a realm: balances as final events tell, freezes as
 * soon as they were seen. So it answers while the chain does not.
 */
@singleton()
export class ReadBoundaries {
  constructor(
    private realms: RealmDirectory,
    private chain: CustodyChain,
    private pools: PoolStore,
    private registry: BoundaryRegistry,
    private directory: BoundaryDirectory,
    private objects: ExchangeObjectStore,
    private projection: ProjectionStore,
    private access: AccessControl
  ) {}

  /** Those the caller may read, newest first, so the default one last; none without a chain. */
  async list(principal: Principal, realmId: string, query: PageQuery): Promise<BoundaryPage> {
    await this.realms.resolve(principal, realmId)
    const known = (await this.#known(realmId)).filter((boundary) => {
      return this.access.permits(principal, ACTION, placeOf(boundary))
    })
    const keyOf = (each: ListedBoundary): [string, string] => [each.createdAt, each.boundaryId]
    const { page, total, nextCursor } = memoryPage(known, keyOf, ['boundaries', realmId], query)
    return { boundaries: await this.#views(realmId, page), total, nextCursor }
  }

  /** @throws ServiceError NOT_FOUND, FORBIDDEN */
  async show(principal: Principal, realmId: string, boundaryId: string): Promise<BoundaryView> {
    await this.realms.resolve(principal, realmId)
    const known = await this.#find(principal, realmId, boundaryId)
    const [view] = await this.#views(realmId, [known])
    return view!
  }

  /**
   * Newest first.
   *
   * @throws ServiceError NOT_FOUND for an unknown boundary, FORBIDDEN
   */
  async exchangeObjects(
    principal: Principal,
    realmId: string,
    { boundaryId, ...query }: PageQuery & { boundaryId?: string }
  ): Promise<ExchangeObjectPage> {
    await this.realms.resolve(principal, realmId)
    if (boundaryId !== undefined) await this.#find(principal, realmId, boundaryId)
    const readable = await this.#readableObjects(principal, realmId, boundaryId)
    // Without 0x: the key of a cursor has room for 64 characters.
    const keyOf = ({ object }: ReadableObject): [string, string] => {
      return [object.createdAt, object.hash.slice(2)]
    }
    const list = ['exchange objects', realmId, boundaryId ?? null]
    const { page, total, nextCursor } = memoryPage(readable, keyOf, list, query)
    return { exchangeObjects: page.map(objectViewOf), total, nextCursor }
  }

  async #readableObjects(
    principal: Principal,
    realmId: string,
    boundaryId: string | undefined
  ): Promise<ReadableObject[]> {
    const pool = await this.pools.find(realmId)
    if (!this.chain.configured || !pool?.address) return []
    const boundaries = new Map((await this.#known(realmId)).map((known) => [known.hash, known]))
    const found = await this.objects.ofRealm(realmId, pool.address)
    const states = await this.directory.ofAll(
      [...boundaries.values()].map((known) => known.boundaryId)
    )
    return found.flatMap((object): ReadableObject[] => {
      const known = boundaries.get(object.boundaryHash)
      if (!known || (boundaryId !== undefined && known.boundaryId !== boundaryId)) return []
      if (!this.access.permits(principal, ACTION, placeOf(known))) return []
      return [{ object, state: states.get(known.boundaryId)! }]
    })
  }

  async #find(principal: Principal, realmId: string, boundaryId: string): Promise<KnownBoundary> {
    const [known] = this.chain.configured ? await this.registry.find([boundaryId]) : []
    if (known?.realmId !== realmId)
      throw notFound(
        'boundary',
        boundaryId,
        'GET /api/v1/custody/boundaries lists those of the realm.'
      )
    this.access.authorize(principal, ACTION, placeOf(known), boundaryId)
    return known
  }

  async #known(realmId: string): Promise<ListedBoundary[]> {
    if (!this.chain.configured || (await this.pools.find(realmId))?.state === 'refused') return []
    return this.registry.ofRealm(realmId, defaultBoundaryId(realmId))
  }

  async #views(realmId: string, known: readonly KnownBoundary[]): Promise<BoundaryView[]> {
    if (known.length === 0) return []
    const pool = await this.pools.find(realmId)
    const accounts = pool?.address ? await this.projection.accounts(pool.address) : []
    const balances = new Map<string, bigint>()
    for (const { kind, id, balance } of accounts) if (kind === 'boundary') balances.set(id, balance)
    const states = await this.directory.ofAll(known.map(({ boundaryId }) => boundaryId))
    return known.map(({ boundaryId, hash }) =>
      viewOf(realmId, states.get(boundaryId)!, balances.get(hash satisfies Hex) ?? 0n)
    )
  }
}

function objectViewOf({ object, state }: ReadableObject): ExchangeObjectView {
  return exchangeObjectView(object.objectId ?? object.hash, state.boundaryId, state.status, object)
}

function placeOf({ rootPath }: KnownBoundary): string {
  return rootPath ?? '/'
}

function viewOf(realmId: string, state: BoundaryState, balance: bigint): BoundaryView {
  return {
    id: state.boundaryId,
    realmId,
    balance: formatUsd(balance),
    status: state.status,
    lockedBy: state.lockedBy,
    recoveryKey: state.recoveryKey,
    agentAddress: state.agent,
    timeLock: state.timeLockSeconds,
    pendingExit: exitView(nextExit(state.exits)),
  }
}
