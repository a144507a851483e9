import type { Logger } from '@adonisjs/core/logger'
import type { Clock } from '#app/clock/clock'
import { ServiceError } from '#app/http/errors/service_error'
import type { Database } from '#app/storage/database'
import { DevChain } from '../chain/dev_chain.ts'
import { ChainGateway } from '../chain/gateway.ts'
import { HttpProvider } from '../chain/http_provider.ts'
import { signerOf, type SigningAccount } from '../chain/signing_account.ts'
import { GuardedSigner, policyOf, type OnRefusal, type Signer } from '../chain/signer.ts'
import { emergencyBounds, feeBounds, type FeeBounds } from '../core/fees.ts'
import type { PlannedRoles } from '../core/pool_roles.ts'
import { ChainNames } from '../core/chain_names.ts'
import { nodesNeeded } from '../core/chain_registry.ts'
import type { Address, Hex } from '../core/chain_types.ts'
import {
  ALLOWED_CALLS,
  GUARDIAN_CALLS,
  SETTLER_CALLS,
  type AllowedCalls,
} from '../core/signing_policy.ts'
import {
  carriesPaper,
  chainKind,
  plannedOperator,
  plannedRoles,
  refusePublicOperator,
  type CustodySettings,
} from '../settings.ts'
import { OrderSeal } from '../storage/order_seal.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { TransactionStore } from '../storage/transaction_store.ts'
import { ContractPlaces } from './contract_places.ts'
import { planDeployment, type DeploymentPlan } from './deployment_plan.ts'
import { NonceLane } from './nonce_lane.ts'

const POLL_MS = { development: 25, live: 1_000 }

/**
 * The configured chain, and everything the service uses to act on it. Connects to nothing by itself.
 * The one service of custody that configuration decides: all others are built whether there is a
 * chain or not, and meet that here when they use it. Wrong settings are thrown at each use.
 */
export class CustodyChain extends ChainNames {
  #connection: ReturnType<typeof connect> | null = null
  #onSent = () => {}
  #onReserved = () => {}
  /** Since this process began, by reason. */
  readonly signingRefusals: Record<string, number> = {}

  /**
   * @param readSettings null when no chain is configured; may throw
   * @param change what tests have otherwise: what may be called, who signs, and what a signer agrees to
   */
  constructor(
    private readSettings: () => CustodySettings | null,
    private database: Database,
    private clock: Clock,
    private log: Logger,
    private change: Partial<Pick<Parts, 'allowed' | 'signerOf' | 'policyOf'>> = {}
  ) {
    super()
  }

  /** @throws Error when the settings are wrong */
  get configured(): boolean {
    return this.#found() !== null
  }

  /** @throws ServiceError CHAIN_UNAVAILABLE when no chain is configured */
  require(): void {
    if (!this.configured) throw new ServiceError('CHAIN_UNAVAILABLE')
  }

  /** Whether realms of this asset settle on the configured chain; false without one. */
  carries(asset: string): boolean {
    return this.configured && (asset !== 'paper' || carriesPaper(this.settings))
  }

  get settings(): CustodySettings {
    return this.#required.settings
  }

  get gateway(): ChainGateway {
    return this.#required.gateway
  }

  get provider(): HttpProvider {
    return this.#required.provider
  }

  /** Null on a chain that is not a developer's. */
  get dev(): DevChain | null {
    return this.#required.dev
  }

  /** Of the operator that the contracts are planned for. */
  get lane(): NonceLane {
    return this.#required.lanes[0]!
  }

  /** Of the guardian, whom nothing else waits for; null: operators halt pools. */
  get emergency(): NonceLane | null {
    return this.#required.emergency
  }

  /** As the settings name them. */
  get operatorLanes(): readonly NonceLane[] {
    return this.#required.lanes
  }

  /** None where operators settle. */
  get settlerLanes(): readonly NonceLane[] {
    return this.#required.settlerLanes
  }

  /** Whether an intent has a transaction, of whichever account, that is open or has succeeded. */
  async knows(purpose: string): Promise<boolean> {
    const known = await Promise.all(this.lanes.map((lane) => lane.knows(purpose)))
    return known.includes(true)
  }

  get lanes(): readonly NonceLane[] {
    const { lanes, settlerLanes, emergency } = this.#required
    return [...lanes, ...settlerLanes, ...(emergency ? [emergency] : [])]
  }

  /** The accounts that sign for the service on this chain. */
  get accounts(): readonly Address[] {
    return this.lanes.map(({ address }) => address)
  }

  /** Who is to act for the service, whether this process signs for them or not. */
  get planned(): PlannedRoles {
    return this.#required.planned
  }

  get transactions(): TransactionStore {
    return this.lane.transactions
  }

  /** Where our contracts are or will be. */
  get plan() {
    return this.#required.plan
  }

  get chainId(): number {
    return this.settings.chainId
  }

  idHash(id: string): Hex {
    return this.gateway.idHash(id)
  }

  /** The newest block whose contents count as final. */
  async settledBlock(): Promise<number> {
    const { finalBlock } = await this.gateway.finality(this.settings)
    return Math.max(0, finalBlock)
  }

  /** @param notice called after each transaction that this process has sent */
  whenSent(notice: () => void) {
    this.#onSent = notice
  }

  /** @param notice called when this process has reserved a nonce that a worker has to sign */
  whenReserved(notice: () => void) {
    this.#onReserved = notice
  }

  get #required() {
    this.require()
    return this.#found()!
  }

  #found() {
    if (this.#connection) return this.#connection
    const settings = this.readSettings()
    if (!settings) return null
    const { database, clock, log, change } = this
    const onRefusal: OnRefusal = ({ purpose, refusal }, { to, nonce }) => {
      this.signingRefusals[refusal] = (this.signingRefusals[refusal] ?? 0) + 1
      log.error({ purpose, refusal, to, nonce }, 'a signer refuses: what asks for it is at fault')
    }
    const parts = { database, clock, log, onRefusal, ...SIGNING, ...change }
    this.#connection = connect(settings, parts)
    for (const lane of this.lanes) {
      lane.whenSent(() => this.#onSent())
      lane.whenReserved(() => this.#onReserved())
    }
    return this.#connection
  }
}

const SIGNING = { allowed: ALLOWED_CALLS, signerOf, policyOf }

interface Parts {
  database: Database
  clock: Clock
  log: Logger
  onRefusal: OnRefusal
  allowed: AllowedCalls
  /** Null in a process that has no key. */
  signerOf: (account: SigningAccount) => Signer | null
  policyOf: typeof policyOf
}

/** @throws Error when an account's key is one that everybody knows, on a chain that matters */
function connect(settings: CustodySettings, parts: Parts) {
  const { rpcUrls, chainId, developmentChain, terms } = settings
  const provider = new HttpProvider({
    urls: rpcUrls,
    chainId,
    needed: nodesNeeded(terms, rpcUrls),
    onDisagreement: ({ method, needed, answered }) =>
      parts.log.error({ method, needed, answered, chainId }, 'nodes contradict each other'),
    onOutvoted: ({ node, method }) =>
      parts.log.error({ node, method, chainId }, 'a node contradicts what enough others say'),
  })
  const gateway = new ChainGateway(provider)
  const dev = developmentChain ? new DevChain(provider) : null
  const planned = plannedRoles(settings)
  const plan = planDeployment(gateway, plannedOperator(settings), terms, planned.admin)
  const world = { settings, gateway, dev, plan, planned }
  const fees = feeBounds(terms.worth, terms.highestFeeGwei)
  const lanes = settings.operators.map((account) => laneOf(account, world, parts, fees))
  const settlerLanes = (settings.settlers ?? []).map((account) =>
    laneOf(account, world, { ...parts, allowed: SETTLER_CALLS }, fees)
  )
  const [guardian] = settings.guardians ?? []
  const emergency =
    guardian &&
    laneOf(guardian, world, { ...parts, allowed: GUARDIAN_CALLS }, emergencyBounds(fees))
  return { ...world, provider, lanes, settlerLanes, emergency: emergency ?? null }
}

interface World {
  settings: CustodySettings
  gateway: ChainGateway
  dev: DevChain | null
  plan: DeploymentPlan
  planned: PlannedRoles
}

function laneOf(
  account: SigningAccount,
  { settings, gateway, dev, plan, planned }: World,
  parts: Parts,
  fees: FeeBounds
): NonceLane {
  const { database, clock, log, allowed, onRefusal } = parts
  const { chainId } = settings
  const { address } = account
  const orderSeal = new OrderSeal(settings.orderSecret)
  refusePublicOperator(settings, address)
  const signer = parts.signerOf(account)
  const policy = parts.policyOf({ chainId, highestFee: fees.cap }, allowed, planned)
  return new NonceLane({
    gateway,
    address,
    signer: signer && new GuardedSigner(signer, policy, onRefusal),
    contracts: new ContractPlaces(plan, new PoolStore(database, clock)),
    store: new TransactionStore(database, clock, orderSeal, chainId, address),
    dev,
    finality: settings,
    fees,
    pollMs: POLL_MS[chainKind(settings)],
    log,
  })
}
