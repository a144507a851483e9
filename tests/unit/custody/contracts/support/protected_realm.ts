import type { TypedDataDefinition } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import type {
  Address,
  ChainEvent,
  ChainValue,
  DecodedRevert,
  Hex,
} from '#modules/custody/core/chain_types'
import { inheritanceTypedData } from '#modules/custody/core/key_consent'
import type { ContractWorld } from '../../support/contract_world.ts'

export const TIME_LOCK = 86_400n
/** What every boundary of the realm holds at first. Base units. */
export const HELD = 1_000n

/**
 * A paper realm with one boundary of each kind: `plain`, `held` (recovery key), `locked` (time lock
 * and key), `armed` (co-signer and key), and `house`, its default. `object` is a vault of `plain`
 * with 100 base units.
 */
export class ProtectedRealm {
  private constructor(
    readonly world: ContractWorld,
    readonly pool: Address,
    readonly holder: OperatorKey,
    readonly cosigner: OperatorKey,
    readonly stranger: OperatorKey
  ) {}

  static async create(world: ContractWorld): Promise<ProtectedRealm> {
    const pool = await world.createRealm('protected', 'house')
    const keys = [
      await world.fundedKey(),
      await world.fundedKey(),
      await world.fundedKey(),
    ] as const
    const realm = new ProtectedRealm(world, pool, ...keys)
    const holder = world.addressOf(realm.holder)
    await realm.act('setHouse', [realm.id('house'), true])
    for (const name of ['plain', 'held', 'locked', 'armed']) {
      await realm.act('registerBoundary', [realm.id(name), 0n, world.plan.operator])
      await realm.act('mintDeposit', [realm.id(`op_${name}`), realm.id(name), HELD])
      if (name !== 'plain') await realm.act('registerRecoveryKey', [realm.id(name), holder])
    }
    await realm.act('setTimeLock', [realm.id('locked'), TIME_LOCK])
    await realm.act('setCosigner', [realm.id('armed'), world.addressOf(realm.cosigner)])
    await realm.act('registerExchangeObject', [realm.id('object'), realm.id('plain')])
    await realm.act('fundVault', [realm.id('op_fund'), realm.id('object'), 100n])
    return realm
  }

  id(text: string): Hex {
    return this.world.gateway.idHash(text)
  }

  act(fn: string, args: ChainValue[] = [], key = this.world.operator): Promise<ChainEvent[]> {
    return this.world.act(key, 'RealmCustody', this.pool, fn, args)
  }

  refusal(
    fn: string,
    args: ChainValue[] = [],
    key = this.world.operator
  ): Promise<DecodedRevert | null> {
    return this.world.refusal(key, 'RealmCustody', this.pool, fn, args)
  }

  /** By the operator, whom this makes a guardian too. */
  async proposeInheritance(name: string, heir: OperatorKey) {
    const { world, pool } = this
    const deadline = 2 ** 40
    const account = world.addressOf(heir)
    const { chainId } = world.gateway
    const terms = { chainId, pool, boundaryHash: this.id(name), account, deadline }
    const typed = inheritanceTypedData(terms, 0n) as TypedDataDefinition
    await this.act('setGuardian', [world.plan.operator, true])
    const word = await viemAccount(heir).signTypedData(typed)
    await this.act('proposeInheritance', [this.id(name), account, BigInt(deadline), word])
  }

  read(fn: string, args: ChainValue[] = []): Promise<ChainValue> {
    return this.world.read('RealmCustody', this.pool, fn, args)
  }

  /** Unix seconds of the newest block. */
  async now(): Promise<bigint> {
    const { head } = await this.world.gateway.health()
    return BigInt((await this.world.gateway.header(head))!.timestamp)
  }

  /** Lets time go by on the chain. */
  async pass(seconds: bigint) {
    await this.world.anvil.rpc('evm_increaseTime', [Number(seconds)])
    await this.world.anvil.rpc('evm_mine', [])
  }

  /** One transfer between boundaries, by the names of this realm. */
  settlement(opSeq: bigint, from: string, to: string, amount: bigint): ChainValue {
    const opId = this.id(`settlement_${opSeq}`)
    return { opSeq, opId, fromId: this.id(from), toId: this.id(to), amount }
  }
}

/** One base unit of a token that lies in the pool and is not the pool's. */
export function rescueOf(asset: Address, to: Address = asset): ChainValue {
  const nowhere = `0x${'00'.repeat(32)}`
  return { asset, ripeAt: 0n, to, amount: 1n, boundaryId: nowhere, ref: nowhere }
}

/** The same key as an account of viem, the second opinion on signatures. */
export function viemAccount(key: OperatorKey) {
  const hex = key.reveal()
  return privateKeyToAccount(hex.startsWith('0x') ? (hex as Hex) : `0x${hex}`)
}
