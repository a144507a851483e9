import type { OperatorKey } from '#modules/custody/chain/operator_key'
import type { Address, ChainValue } from '#modules/custody/core/chain_types'
import { HELD, TIME_LOCK, rescueOf, type ProtectedRealm } from './protected_realm.ts'

const ZERO = '0x0000000000000000000000000000000000000000'
const TOO_LONG = 365n * 86_400n + 1n
const DEADLINE = 2n ** 40n
/** Of a pool that has one. Seconds. */
const SAFETY_DELAY = 3_600n

let realm: ProtectedRealm
let live: Address
let slow: Address

/**
 * The realm that the cases speak of.
 *
 * @param livePool one that may not mint
 * @param slowPool one with a safety delay, whose boundary has a recovery key
 */
export function useRealm(protectedRealm: ProtectedRealm, livePool: Address, slowPool: Address) {
  realm = protectedRealm
  live = livePool
  slow = slowPool
}

/** Done to the pool with a safety delay. */
function slowly(fn: string, args: ChainValue[], key = realm.world.operator) {
  return realm.world.act(key, 'RealmCustody', slow, fn, args)
}

/** A pool with a safety delay, and a boundary that has its recovery key. */
export async function slowPoolOf(protectedRealm: ProtectedRealm): Promise<Address> {
  const { world, holder } = protectedRealm
  const limits = { safetyDelaySeconds: Number(SAFETY_DELAY), outflowCap: null }
  const pool = await world.createRealm('slow', 'slow', false, limits)
  const act = (fn: string, args: ChainValue[], key = world.operator) =>
    world.act(key, 'RealmCustody', pool, fn, args)
  await act('registerRecoveryKey', [protectedRealm.id('slow'), world.addressOf(holder)])
  await protectedRealm.pass(SAFETY_DELAY)
  await act('acceptRecoveryKey', [protectedRealm.id('slow')], holder)
  return pool
}

export interface Refusal {
  error: string
  fn: string
  args: () => ChainValue[]
  /** Who calls; the operator, who is the admin too, unless said. */
  by?: () => OperatorKey
  /** What the error must carry, as text. */
  carries?: () => Record<string, string>
  to?: () => Address
  /** State that this case needs; made in the order of the table. */
  first?: () => Promise<unknown>
}

const id = (text: string) => realm.id(text)
const operator = () => realm.world.plan.operator
const holder = () => realm.holder
const stranger = () => realm.stranger
const strangerAddress = () => realm.world.addressOf(realm.stranger)
const cosignerAddress = () => realm.world.addressOf(realm.cosigner)
const item = (from: string, to: string, amount: bigint) => realm.settlement(1n, from, to, amount)
const withdrawal = (from: string, to = strangerAddress(), amount = 1n) => [
  id('op_out'),
  id(from),
  to,
  amount,
]

/** In an order in which later cases may change what earlier ones need. */
export const REFUSALS: Refusal[] = [
  {
    error: 'NotAdmin',
    fn: 'resume',
    args: () => [],
    by: stranger,
    carries: () => ({ caller: strangerAddress() }),
  },
  {
    error: 'NotOperator',
    fn: 'withdraw',
    args: () => withdrawal('plain'),
    by: stranger,
    carries: () => ({ caller: strangerAddress() }),
  },
  {
    error: 'NotSettler',
    fn: 'crossTransfer',
    args: () => [item('plain', 'held', 1n)],
    by: stranger,
  },
  { error: 'NotAllowedToHalt', fn: 'halt', args: () => [], by: stranger },
  {
    error: 'NotProposedAdmin',
    fn: 'acceptAdmin',
    args: () => [],
    by: stranger,
    carries: () => ({ proposed: ZERO }),
  },
  {
    error: 'NotRecoveryKey',
    fn: 'lock',
    args: () => [id('held')],
    carries: () => ({ boundaryId: id('held'), caller: operator() }),
  },
  {
    error: 'NotProposedRecoveryKey',
    fn: 'acceptRecoveryKey',
    args: () => [id('held')],
    by: stranger,
    first: () => realm.act('proposeRecoveryKey', [id('held'), operator()], holder()),
  },
  { error: 'NotCosigner', fn: 'setCosigner', args: () => [id('armed'), ZERO] },
  {
    error: 'NotSettlerOrAgent',
    fn: 'fundVault',
    args: () => [id('op'), id('object'), 1n],
    by: stranger,
  },
  { error: 'ZeroAddress', fn: 'setOperator', args: () => [ZERO, true] },
  { error: 'ZeroId', fn: 'mintDeposit', args: () => [`0x${'00'.repeat(32)}`, id('plain'), 1n] },
  {
    error: 'ZeroAmount',
    fn: 'withdraw',
    args: () => withdrawal('plain', strangerAddress(), 0n),
    carries: () => ({ opId: id('op_out') }),
  },
  {
    error: 'InvalidDestination',
    fn: 'withdraw',
    args: () => withdrawal('plain', realm.pool),
    carries: () => ({ to: realm.pool }),
  },
  { error: 'RealmNotHalted', fn: 'resume', args: () => [] },
  { error: 'NotPaper', fn: 'mintDeposit', args: () => [id('op'), id('live'), 1n], to: () => live },
  {
    error: 'UnknownBoundary',
    fn: 'withdraw',
    args: () => withdrawal('nobody'),
    carries: () => ({ boundaryId: id('nobody') }),
  },
  { error: 'BoundaryExists', fn: 'registerBoundary', args: () => [id('plain'), 0n, ZERO] },
  {
    error: 'BoundaryNotLocked',
    fn: 'unlock',
    args: () => [id('held')],
    by: holder,
    carries: () => ({ boundaryId: id('held'), status: '1' }),
  },
  {
    error: 'BoundaryActive',
    fn: 'recoverVault',
    args: () => [id('object_held')],
    by: holder,
    first: () => realm.act('registerExchangeObject', [id('object_held'), id('held')]),
  },
  { error: 'SameBoundary', fn: 'crossTransfer', args: () => [item('plain', 'plain', 1n)] },
  {
    error: 'NotHouse',
    fn: 'settleVault',
    args: () => [1n, id('op'), id('object'), id('held'), -1n],
  },
  {
    error: 'StaleAttestation',
    fn: 'attestObligations',
    args: () => [id('held'), 1n, 4n],
    carries: () => ({ boundaryId: id('held'), known: '5', given: '4' }),
    first: () => realm.act('attestObligations', [id('held'), 1n, 5n]),
  },
  {
    error: 'RecoveryKeyAlreadySet',
    fn: 'registerRecoveryKey',
    args: () => [id('held'), operator()],
  },
  {
    error: 'RecoveryKeyNotRipe',
    fn: 'acceptRecoveryKey',
    args: () => [id('fresh')],
    first: async () => {
      await realm.act('registerBoundary', [id('fresh'), TIME_LOCK, ZERO])
      await realm.act('registerRecoveryKey', [id('fresh'), operator()])
    },
  },
  { error: 'NoRecoveryKey', fn: 'setCosigner', args: () => [id('plain'), cosignerAddress()] },
  {
    error: 'NoCosignerPending',
    fn: 'acceptCosigner',
    args: () => [id('held')],
  },
  {
    error: 'InvalidConsent',
    fn: 'acceptRecoveryKeyFor',
    args: () => [id('held'), DEADLINE, '0x'],
    by: stranger,
    carries: () => ({ boundaryId: id('held'), account: operator() }),
  },
  {
    error: 'CosignerNotRipe',
    fn: 'acceptCosigner',
    args: () => [id('slow')],
    to: () => slow,
    first: () => slowly('setCosigner', [id('slow'), cosignerAddress()]),
  },
  {
    error: 'NotProposedCosigner',
    fn: 'acceptCosigner',
    args: () => [id('slow')],
    to: () => slow,
    by: stranger,
    first: () => realm.pass(SAFETY_DELAY),
  },
  { error: 'NoRecoveryKeyPending', fn: 'acceptRecoveryKey', args: () => [id('plain')] },
  {
    error: 'TimeLocked',
    fn: 'withdraw',
    args: () => withdrawal('locked'),
    carries: () => ({ boundaryId: id('locked'), timeLock: String(TIME_LOCK) }),
  },
  { error: 'NotTimeLocked', fn: 'requestExit', args: () => withdrawal('plain') },
  {
    error: 'TimeLockTooLong',
    fn: 'setTimeLock',
    args: () => [id('plain'), TOO_LONG],
    carries: () => ({ timeLock: String(TOO_LONG) }),
  },
  { error: 'TimeLockUnchanged', fn: 'setTimeLock', args: () => [id('plain'), 0n] },
  {
    error: 'CosignRequired',
    fn: 'crossTransfer',
    args: () => [item('armed', 'plain', 1n)],
    carries: () => ({ boundaryId: id('armed'), cosigner: cosignerAddress() }),
  },
  {
    error: 'NotArmed',
    fn: 'withdrawCosigned',
    args: () => [...withdrawal('plain'), DEADLINE, '0x'],
  },
  {
    error: 'CosignExpired',
    fn: 'withdrawCosigned',
    args: () => [...withdrawal('armed'), 1n, '0x'],
  },
  {
    error: 'InvalidCosignature',
    fn: 'withdrawCosigned',
    args: () => [...withdrawal('armed'), DEADLINE, '0x'],
  },
  {
    error: 'OperationKnown',
    fn: 'mintDeposit',
    args: () => [id('op_plain'), id('plain'), 1n],
    carries: () => ({ opId: id('op_plain'), outcome: '1' }),
  },
  {
    error: 'SettlementKnown',
    fn: 'crossTransfer',
    args: () => [item('plain', 'house', 1n)],
    carries: () => ({ opSeq: '1', outcome: '2' }),
    first: () => realm.act('voidSettlements', [[{ opSeq: 1n, opId: id('settlement_1') }]]),
  },
  {
    error: 'BatchTooLarge',
    fn: 'voidOperations',
    args: () => [Array.from({ length: 201 }, () => id('op'))],
    carries: () => ({ items: '201', most: '200' }),
  },
  {
    error: 'InsufficientBalance',
    fn: 'withdraw',
    args: () => withdrawal('held', strangerAddress(), HELD + 1n),
    carries: () => ({ boundaryId: id('held'), available: String(HELD), wanted: String(HELD + 1n) }),
  },
  {
    error: 'InsufficientVault',
    fn: 'returnVault',
    args: () => [id('op'), id('object'), 101n],
    carries: () => ({ objectId: id('object'), available: '100', wanted: '101' }),
  },
  {
    error: 'ExceedsUnattributed',
    fn: 'creditUnattributed',
    args: () => [id('op'), id('plain'), 1n],
    carries: () => ({ unattributed: '0', wanted: '1' }),
  },
  {
    error: 'NothingToSweep',
    fn: 'sweepDeposit',
    args: () => [id('plain'), id('intent')],
    by: stranger,
  },
  { error: 'NoExitPending', fn: 'executeExit', args: () => [id('op_exit')], by: stranger },
  {
    error: 'ExitsPending',
    fn: 'setTimeLock',
    args: () => [id('locked'), TIME_LOCK + 1n],
    carries: () => ({ boundaryId: id('locked'), count: '1' }),
    first: () => realm.act('requestExit', [id('op_exit'), id('locked'), strangerAddress(), 1n]),
  },
  { error: 'ExitNotRipe', fn: 'executeExit', args: () => [id('op_exit')], by: stranger },
  {
    error: 'NotAllowedToCancel',
    fn: 'cancelExit',
    args: () => [id('op_exit')],
    by: stranger,
    carries: () => ({ boundaryId: id('locked'), caller: strangerAddress() }),
  },
  { error: 'NotGuardian', fn: 'cancelRecoveryKey', args: () => [id('held')], by: stranger },
  {
    error: 'OverOutflowCap',
    fn: 'crossTransfer',
    args: () => [item('plain', 'held', 6n)],
    carries: () => ({ boundaryId: id('plain'), left: '5', wanted: '6' }),
    first: () => realm.act('setOutflowCap', [id('plain'), 5n]),
  },
  {
    error: 'NumberTooFar',
    fn: 'crossTransfer',
    args: () => [realm.settlement(2n ** 40n, 'plain', 'held', 1n)],
    carries: () => ({ opSeq: String(2n ** 40n), highest: '1' }),
  },
  { error: 'NoTimeLockToRevoke', fn: 'revokeTimeLock', args: () => [id('plain')] },
  {
    error: 'NotForeign',
    fn: 'requestRescue',
    args: () => [id('rescue'), rescueOf(realm.world.plan.token, strangerAddress())],
  },
  {
    error: 'RescueKnown',
    fn: 'requestRescue',
    args: () => [id('rescue'), rescueOf(strangerAddress())],
    first: () => realm.act('requestRescue', [id('rescue'), rescueOf(strangerAddress())]),
  },
  { error: 'RescueNotRipe', fn: 'executeRescue', args: () => [id('rescue')], by: stranger },
  { error: 'NoRescuePending', fn: 'executeRescue', args: () => [id('nothing')], by: stranger },
  { error: 'NoRaisePending', fn: 'cancelOutflowRaise', args: () => [id('plain')] },
  { error: 'UnknownExchangeObject', fn: 'fundVault', args: () => [id('op'), id('nothing'), 1n] },
  {
    error: 'ExchangeObjectExists',
    fn: 'registerExchangeObject',
    args: () => [id('object'), id('plain')],
  },
  {
    error: 'VaultShort',
    fn: 'returnVault',
    args: () => [id('op'), id('object'), 100n],
    carries: () => ({ objectId: id('object'), held: '99', owed: '100' }),
    first: () => loseFromVault(1n),
  },
  {
    error: 'BoundaryFrozen',
    fn: 'withdraw',
    args: () => withdrawal('held'),
    carries: () => ({ boundaryId: id('held'), status: '2' }),
    first: () => realm.act('lock', [id('held')], holder()),
  },
  { error: 'NoInheritancePending', fn: 'completeInheritance', args: () => [id('held')] },
  {
    error: 'InheritanceDelayOutOfRange',
    fn: 'setInheritanceDelay',
    args: () => [id('held'), 60n],
    by: holder,
  },
  {
    error: 'InheritanceNotRipe',
    fn: 'completeInheritance',
    args: () => [id('held')],
    by: stranger,
    first: () => realm.proposeInheritance('held', stranger()),
  },
  {
    error: 'InheritancePending',
    fn: 'proposeInheritance',
    args: () => [id('held'), cosignerAddress(), DEADLINE, '0x'],
  },
  {
    error: 'RealmHalted',
    fn: 'withdraw',
    args: () => withdrawal('plain'),
    first: () => realm.act('halt'),
  },
  {
    error: 'NotNew',
    fn: 'takeBack',
    args: () => [item('plain', 'house', 1n)],
    carries: () => ({ boundaryId: id('plain'), newer: '0', wanted: '1' }),
  },
]

/** Tokens leave a vault as no contract of ours would let them. */
async function loseFromVault(amount: bigint) {
  const { vault } = (await realm.read('exchangeObject', [id('object')])) as { vault: Address }
  const { anvil, gateway, plan } = realm.world
  await anvil.rpc('anvil_impersonateAccount', [vault])
  await anvil.rpc('anvil_setBalance', [vault, '0xde0b6b3a7640000'])
  const data = gateway.encode('TestUSD', 'transfer', [strangerAddress(), amount])
  await anvil.rpc('eth_sendTransaction', [{ from: vault, to: plan.token, data, gas: '0x30d40' }])
  await anvil.rpc('evm_mine', [])
}
