import { Logger } from '@adonisjs/core/logger'
import { singleton } from '#app/extension/singleton'
import { formatUsd, type Atoms } from '#app/money/usd'
import type { Movement, MovementSide } from '#modules/ledger/extension/ledger_terms'
import type { SettlementProgress } from '#modules/ledger/extension/settlement_rail'
import {
  type Levelling,
  type VaultKeeper,
  type VaultMovement,
  defaultBoundaryId,
} from '#modules/ledger/index'
import { failpoint } from '../failpoints.ts'
import type { Address } from '../core/chain_types.ts'
import { forwardOf } from '../core/chain_names.ts'
import { judgeVaultRevert, vaultRefusalText, type VaultRefusal } from '../core/vault_refusal.ts'
import { VaultMoveStore } from '../storage/vault_move_store.ts'
import { ExchangeObjectStore } from '../storage/exchange_object_store.ts'
import { PoolStore } from '../storage/pool_store.ts'
import { isPassing } from './chain_patience.ts'
import { ChainRail } from './chain_rail.ts'
import { CallRefused } from './nonce_lane.ts'
import { CustodyChain } from './custody_chain.ts'
import { VaultCalls } from './vault_calls.ts'
import { SettleVault } from './settle_vault.ts'
import { HouseFees } from './house_fees.ts'
import { ChainOutcomes } from './chain_outcomes.ts'
import { BoundaryDirectory } from './boundary_directory.ts'
import { RegisterBoundary } from './register_boundary.ts'

interface Attempt {
  side: MovementSide
  pool: Address
  act: (pool: Address) => Promise<void>
}

const WAITING: SettlementProgress = { state: 'waiting' }
const EVEN: Levelling = { state: 'even' }
const WORKING: Levelling = { state: 'working' }

/**
 * The vaults of exchange objects of paper realms. What the venue moves in and out goes through
 * `fundVault` and `returnVault` under the operation's own id, so that the pool does each once; a
 * movement ends with the final outcome of that id and with nothing else.
 */
@singleton()
export class KeepVaults implements VaultKeeper {
  readonly name = 'custody'

  constructor(
    private chain: CustodyChain,
    private calls: VaultCalls,
    private settle: SettleVault,
    private fees: HouseFees,
    private moves: VaultMoveStore,
    private objects: ExchangeObjectStore,
    private outcomes: ChainOutcomes,
    private pools: PoolStore,
    private directory: BoundaryDirectory,
    private boundaries: RegisterBoundary,
    private log: Logger
  ) {}

  async serves({ realmId, realmAsset }: { realmId: string; realmAsset: string }): Promise<boolean> {
    if (realmAsset !== 'paper' || !this.chain.carries(realmAsset)) return false
    const pool = await this.pools.find(realmId)
    return pool !== null && pool.state !== 'refused'
  }

  async register(side: MovementSide): Promise<void> {
    await this.#passing(side.object.realmId, async () => {
      const pool = await this.boundaries.poolOf(side.object.realmId)
      await this.#register(side, pool)
      return WAITING
    })
  }

  fund({ movement, rail }: VaultMovement): Promise<SettlementProgress> {
    const { target, amount, fee, type } = movement
    // The chain's rail has the deposit, until the vault has it too.
    const waits = type === 'deposit' ? ChainRail.NAME : rail
    return this.#advance(movement, { rail: waits, side: target! }, async (pool) => {
      await this.#send(pool, 'fundVault', movement, target!, amount - fee)
    })
  }

  release(
    { movement, rail }: VaultMovement,
    keeps: () => Promise<Atoms | null>
  ): Promise<SettlementProgress> {
    const { realmId, operationId, source, amount } = movement
    return this.#advance(movement, { rail, side: source! }, async (pool) => {
      const place = { realmId, pool, objectId: source!.object.id, purpose: operationId }
      let owned = await keeps()
      await this.settle.run(place, async (held) => {
        // Sent before it was mined: only then what is missing is what it needs.
        if (await this.calls.isSent(moveOf(movement))) return 0n
        if (held < amount) return amount - held
        const before = owned
        owned = await keeps()
        // A deposit that has come meanwhile lies in the vault already, and nobody has won it.
        if (owned === null || owned !== before) return 0n
        return held > owned ? owned - held : 0n
      })
      await this.#send(pool, 'returnVault', movement, source!, amount)
      await this.fees.offer(realmId)
    })
  }

  async giveUp({ movement, rail }: VaultMovement): Promise<void> {
    const { calls, moves, boundaries } = this
    const { operationId, realmId, source, target } = movement
    const { object } = (source?.keepsOwnBooks ? source : target)!
    const opHash = calls.hash(nameOf(movement))
    const pool = await boundaries.poolOf(realmId)
    await moves.open({ opHash, operationId, realmId, objectId: object.id, rail })
    await moves.giveUp(opHash, 'voided')
    await this.#void(pool, nameOf(movement))
  }

  async obstacle(
    { object, boundaryId }: MovementSide,
    worth: Atoms | null
  ): Promise<string | null> {
    const { calls, objects, directory } = this
    const held = await objects.projected(calls.hash(object.id))
    if (held === null || held === 0n) return null
    const { timeLockSeconds, armed } = await directory.of(boundaryId)
    if (timeLockSeconds === 0 && !armed) return null
    const loss = held - (worth ?? (await objects.cashOf(object)))
    return loss > 0n ? protectedLoss(loss) : null
  }

  async level(side: MovementSide, cash: Atoms): Promise<Levelling> {
    const { calls, boundaries, settle, fees, objects, log } = this
    const { id: objectId, realmId } = side.object
    try {
      const pool = await boundaries.poolOf(realmId)
      if (!(await this.#isRegistered(side, pool))) {
        if (cash === 0n) return EVEN
        await this.#register(side, pool)
        return WORKING
      }
      const place = { realmId, pool, objectId, purpose: objectId }
      const isEven = await settle.run(place, async (held) => cash - held)
      if (!isEven) {
        const { balance } = await calls.vault(pool, objectId)
        return { state: 'forbidden', message: protectedLoss(balance - cash) }
      }
      await fees.offer(realmId)
      return (await objects.projected(calls.hash(objectId))) === cash ? EVEN : WORKING
    } catch (error) {
      if (!isPassing(error) && !(error instanceof CallRefused)) throw error
      log.info({ realmId, objectId, reason: error.message }, 'a vault waits for the chain')
      return WORKING
    }
  }

  async #advance(
    movement: Movement,
    { rail, side }: { rail: string; side: MovementSide },
    act: Attempt['act']
  ): Promise<SettlementProgress> {
    const { calls, moves, boundaries } = this
    const { operationId, realmId } = movement
    const name = nameOf(movement)
    const opHash = calls.hash(name)
    return this.#passing(realmId, async () => {
      const ended = await this.#ended(name)
      if (ended) return ended
      const pool = await boundaries.poolOf(realmId)
      const objectId = side.object.id
      const known = await moves.open({ opHash, operationId, realmId, objectId, rail })
      const refusal = known ?? (await this.#try(movement, { side, pool, act }))
      if (!refusal) return (await this.#ended(name)) ?? WAITING
      await moves.giveUp(opHash, refusal)
      await failpoint('custody.vault_given_up')
      await this.#void(pool, name)
      return (await this.#ended(name)) ?? WAITING
    })
  }

  /** @returns why the chain never takes it */
  async #try(
    movement: Movement,
    { side, pool, act }: Attempt,
    feesAreThere = false
  ): Promise<VaultRefusal | null> {
    try {
      if (!(await this.#isRegistered(side, pool))) await this.#register(side, pool)
      await act(pool)
      return null
    } catch (error) {
      if (!(error instanceof CallRefused)) throw error
      const refusal = this.#refusalOf(movement, side, error)
      if (refusal !== 'short' || feesAreThere || !isDefault(side)) return refusal
      const found = await this.fees.bring(movement.realmId)
      if (found === 'moving') return null
      // They may have arrived in between.
      return found === 'none' ? refusal : this.#try(movement, { side, pool, act }, true)
    }
  }

  #refusalOf(
    { type, source }: Movement,
    side: MovementSide,
    { revert }: CallRefused
  ): VaultRefusal | null {
    // On the way out only the house can be short, and not for long. What has arrived has arrived.
    const judged = judgeVaultRevert(revert?.name ?? null)
    const passes = type === 'deposit' || (judged === 'short' && side === source)
    const refusal = passes ? null : judged
    const { id: objectId, realmId } = side.object
    const seen = { realmId, objectId, revert: revert?.name, refusal }
    this.log.info(seen, 'the chain refuses a vault movement')
    return refusal
  }

  /** What may have been sent must not be done any more before the hold is given back. */
  async #void(pool: Address, name: string): Promise<void> {
    const { calls } = this
    const ids = [calls.hash(name)]
    await calls.send(pool, `vault-void:${name}`, 'voidOperations', [ids])
  }

  async #ended(name: string): Promise<SettlementProgress | null> {
    const { outcomes, moves, calls } = this
    const outcome = await outcomes.of(name)
    if (!outcome) return null
    if (outcome.state === 'executed') return { state: 'final', proofs: [outcome.proof] }
    const refusal = await moves.refusalOf(calls.hash(name))
    return { state: 'refused', failureMessage: vaultRefusalText(refusal) }
  }

  async #send(
    pool: Address,
    fn: 'fundVault' | 'returnVault',
    movement: Movement,
    { object }: MovementSide,
    amount: bigint
  ): Promise<void> {
    const { calls } = this
    const name = nameOf(movement)
    const args = [calls.hash(name), calls.hash(object.id), amount]
    await calls.send(pool, moveOf(movement), fn, args)
  }

  async #isRegistered({ object }: MovementSide, pool: Address): Promise<boolean> {
    return (await this.calls.vault(pool, object.id)).isRegistered
  }

  async #register({ object, boundaryId }: MovementSide, pool: Address): Promise<void> {
    const { calls, directory, objects } = this
    const { id: objectId, realmId } = object
    const hash = calls.hash(objectId)
    const boundaryHash = calls.hash(boundaryId)
    await directory.ensureRegistered(realmId, boundaryId)
    await objects.name({ objectId, hash, realmId, boundaryHash })
    const purpose = `vault-open:${objectId}`
    const done = async () => (await calls.vault(pool, objectId)).isRegistered
    try {
      await calls.send(pool, purpose, 'registerExchangeObject', [hash, boundaryHash])
    } catch (error) {
      // Somebody else was faster.
      if (!(error instanceof CallRefused) || !(await done())) throw error
    }
    await calls.mined(purpose, done)
  }

  /** A node that is down, slow or refuses to work says nothing about a movement. */
  async #passing(
    realmId: string,
    work: () => Promise<SettlementProgress>
  ): Promise<SettlementProgress> {
    try {
      return await work()
    } catch (error) {
      if (!isPassing(error) && !(error instanceof CallRefused)) throw error
      this.log.info({ realmId, reason: error.message }, 'a vault waits for the chain')
      return WAITING
    }
  }
}

function nameOf({ type, operationId }: Movement): string {
  return type === 'deposit' ? forwardOf(operationId) : operationId
}

function isDefault({ boundaryId, object }: MovementSide): boolean {
  return boundaryId === defaultBoundaryId(object.realmId)
}

function protectedLoss(loss: Atoms): string {
  return (
    `Trading has lost ${formatUsd(loss)} of what the object was given, and the time lock or ` +
    'co-signer of its custody boundary lets no loss out: it can be deleted once they are taken off.'
  )
}

/** Names the transaction that carries a movement. */
function moveOf(movement: Movement): string {
  return `vault-move:${nameOf(movement)}`
}
