import { test } from '@japa/runner'
import { ARTIFACTS } from '#modules/custody/chain/artifacts'
import type { OperatorKey } from '#modules/custody/chain/operator_key'
import type { ChainValue } from '#modules/custody/core/chain_types'
import { ContractWorld } from '../support/contract_world.ts'
import { ProtectedRealm, rescueOf } from './support/protected_realm.ts'

const ZERO = '0x0000000000000000000000000000000000000000'
const DEADLINE = 2n ** 40n

let realm: ProtectedRealm
/** An operator and a settler who, unlike that of the service today, are nothing else. */
let operator: OperatorKey
let settler: OperatorKey

interface Authority {
  args: () => ChainValue[]
  /** What a stranger is told. */
  stranger: string
  /** What an operator is told who is nothing else; absent for what operators may do. */
  operator?: string
  /** What a settler is told who is nothing else. */
  settler?: string
}

const id = (text: string) => realm.id(text)
const address = () => realm.world.addressOf(realm.stranger)
const out = (from: string) => [id('op_out'), id(from), address(), 1n]
const vault = () => [id('op_vault'), id('object'), 1n]
const item = () => realm.settlement(1n, 'plain', 'house', 1n)
/** Of neither an operator nor a settler: all are told the same. */
const others = (told: string) => (args: () => ChainValue[]) => {
  return { args, stranger: told, operator: told, settler: told }
}
const operators = (args: () => ChainValue[]): Authority => {
  return { args, stranger: 'NotOperator', settler: 'NotOperator' }
}
const settlers = (args: () => ChainValue[]): Authority => {
  return { args, stranger: 'NotSettler', operator: 'NotSettler' }
}
const admins = others('NotAdmin')
const guardians = others('NotGuardian')
const holders = others('NotRecoveryKey')

/** Every function of the pool that changes something and is not open to everybody. */
const AUTHORITIES: Record<string, Authority> = {
  proposeAdmin: admins(() => [address()]),
  setOperator: admins(() => [address(), true]),
  setSettler: admins(() => [address(), true]),
  setGuardian: admins(() => [address(), true]),
  setHouse: admins(() => [id('plain'), true]),
  resume: admins(() => []),
  creditUnattributed: admins(() => [id('op_stray'), id('plain'), 1n]),
  requestRescue: admins(() => [id('rescue'), rescueOf(address())]),
  cancelRescue: guardians(() => [id('rescue')]),
  revokeTimeLock: others('NotAllowedToCancel')(() => [id('locked')]),
  proposeInheritance: guardians(() => [id('held'), address(), DEADLINE, '0x']),
  refuseInheritance: others('NotAllowedToCancel')(() => [id('held')]),
  takeBack: admins(() => [item()]),
  setOutflowCap: admins(() => [id('plain'), 0n]),
  cancelRecoveryKey: guardians(() => [id('plain')]),
  cancelOutflowRaise: guardians(() => [id('plain')]),
  acceptAdmin: others('NotProposedAdmin')(() => []),
  revokeCosignature: others('NotCosigner')(() => [id('armed'), id('op')]),
  cancelCosigner: others('NotAllowedToCancel')(() => [id('held')]),

  lock: holders(() => [id('held')]),
  unlock: holders(() => [id('held')]),
  proposeRecoveryKey: holders(() => [id('held'), address()]),
  recoveryWithdraw: holders(() => [id('held'), address()]),
  setInheritanceDelay: holders(() => [id('held'), 30n * 86_400n]),
  recoverVault: holders(() => [id('object_held')]),

  registerBoundary: settlers(() => [id('another'), 0n, ZERO]),
  setAgent: settlers(() => [id('plain'), ZERO]),
  registerRecoveryKey: operators(() => [id('plain'), address()]),
  attestObligations: settlers(() => [id('plain'), 1n, 1n]),
  mintDeposit: settlers(() => [id('op_mint'), id('plain'), 1n]),
  crossTransfer: settlers(() => [item()]),
  crossTransferCosigned: settlers(() => [item(), DEADLINE, '0x']),
  settleBatch: settlers(() => [[item()]]),
  voidSettlements: settlers(() => [[{ opSeq: 1n, opId: id('op') }]]),
  voidOperations: { args: () => [[id('op')]], stranger: 'NotOperator' },
  withdraw: operators(() => out('plain')),
  withdrawCosigned: operators(() => [...out('armed'), DEADLINE, '0x']),
  requestExit: operators(() => out('locked')),
  requestExitCosigned: operators(() => [...out('armed'), DEADLINE, '0x']),
  registerExchangeObject: settlers(() => [id('object_new'), id('plain')]),
  settleVault: settlers(() => [1n, id('op'), id('object'), id('house'), -1n]),
  setTimeLock: operators(() => [id('plain'), 60n]),
  setCosigner: operators(() => [id('held'), address()]),
  fundVault: { ...settlers(vault), stranger: 'NotSettlerOrAgent', operator: 'NotSettlerOrAgent' },
  returnVault: { ...settlers(vault), stranger: 'NotSettlerOrAgent', operator: 'NotSettlerOrAgent' },
}

/** Open to everybody, or refused for another reason than who calls; each has tests of its own. */
const OPEN = new Set([
  'initialize',
  'deposit',
  'sweepDeposit',
  'executeExit',
  'executeRescue',
  'acceptRecoveryKey',
  'acceptRecoveryKeyFor',
  'acceptCosigner',
  'acceptCosignerFor',
  'setCosignerFor',
  'completeInheritance',
  'cancelExit',
  'halt',
])

async function refusalOf(fn: string, key: OperatorKey): Promise<string | undefined> {
  return (await realm.refusal(fn, AUTHORITIES[fn]!.args(), key))?.name
}

test.group('custody | who may do what to a pool', (group) => {
  group.setup(async () => {
    const world = await ContractWorld.start()
    realm = await ProtectedRealm.create(world)
    operator = await world.fundedKey()
    settler = await world.fundedKey()
    await realm.act('setOperator', [world.addressOf(operator), true])
    await realm.act('setSettler', [world.addressOf(settler), true])
    await realm.act('registerExchangeObject', [id('object_held'), id('held')])
    return () => world.anvil.kill()
  })

  test('every function that changes something is in one of the two lists', ({ assert }) => {
    const changing = ARTIFACTS.RealmCustody.abi
      .filter(
        ({ type, stateMutability }) => type === 'function' && stateMutability === 'nonpayable'
      )
      .map(({ name }) => name!)
    assert.sameMembers(changing, [...Object.keys(AUTHORITIES), ...OPEN])
  })

  test('a stranger is refused by every function of somebody', async ({ assert }) => {
    for (const [fn, { stranger }] of Object.entries(AUTHORITIES)) {
      assert.equal(await refusalOf(fn, realm.stranger), stranger, fn)
    }
  })

  for (const role of ['operator', 'settler'] as const) {
    test(`whoever is ${role} alone is refused what others may do`, async ({ assert }) => {
      for (const [fn, { [role]: told }] of Object.entries(AUTHORITIES)) {
        const refused = await refusalOf(fn, role === 'operator' ? operator : settler)
        if (told) assert.equal(refused, told, fn)
        else assert.notMatch(refused ?? '', /^Not(Operator|Settler|Admin|Guardian|RecoveryKey)/, fn)
      }
    })
  }

  test('a halt stops operators and settlers, nothing of recovery keys', async ({ assert }) => {
    await realm.act('halt', [], operator)
    for (const [fn, told] of Object.entries(AUTHORITIES)) {
      if (!told.operator) assert.equal(await refusalOf(fn, operator), 'RealmHalted', fn)
      if (!told.settler) assert.equal(await refusalOf(fn, settler), 'RealmHalted', fn)
    }
    assert.equal((await realm.refusal('executeExit', [id('op')]))?.name, 'RealmHalted')
    await realm.act('lock', [id('held')], realm.holder)
    await realm.act('recoverVault', [id('object_held')], realm.holder)
    await realm.act('unlock', [id('held')], realm.holder)
    await realm.act('setTimeLock', [id('locked'), 0n], realm.holder)
    await realm.act('recoveryWithdraw', [id('held'), address()], realm.holder)
    await realm.act('resume')
  })
})
