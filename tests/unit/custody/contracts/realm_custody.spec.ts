import { test } from '@japa/runner'
import type { Address, ChainEvent, ChainValue } from '#modules/custody/core/chain_types'
import { NO_LIMITS } from '#modules/custody/core/chain_registry'
import { limitsOf } from '#modules/custody/core/pool_limits'
import { poolAddress } from '#modules/custody/services/deployment_plan'
import { ContractWorld } from '../support/contract_world.ts'

let world: ContractWorld
let realms = 0

async function newPool(paper = true): Promise<{ pool: Address; realm: string; boundary: string }> {
  realms++
  const realm = `realm-${realms}`
  const boundary = `bnd_${realms}`
  return { pool: await world.createRealm(realm, boundary, paper), realm, boundary }
}

const id = (text: string) => world.gateway.idHash(text)
const act = (pool: Address, fn: string, args: ChainValue[], key = world.operator) =>
  world.act(key, 'RealmCustody', pool, fn, args)
const refusal = (pool: Address, fn: string, args: ChainValue[], key = world.operator) =>
  world.refusal(key, 'RealmCustody', pool, fn, args)
const read = (pool: Address, fn: string, args: ChainValue[] = []) =>
  world.read('RealmCustody', pool, fn, args)
const balanceOf = (owner: Address) => world.read('TestUSD', world.plan.token, 'balanceOf', [owner])

test.group('custody | contracts', (group) => {
  group.setup(async () => {
    world = await ContractWorld.start()
    return () => world.anvil.kill()
  })

  test('a pool appears where its realm id says, with its default boundary', async ({ assert }) => {
    const { pool, realm, boundary } = await newPool()
    assert.equal(
      pool,
      await world.read('CustodyFactory', world.plan.factory, 'poolOf', [id(realm)])
    )
    assert.equal(pool, poolAddress(world.gateway, world.plan, realm))
    assert.equal(await read(pool, 'realmId'), id(realm))
    assert.equal(await read(pool, 'token'), world.plan.token)
    assert.equal(await read(pool, 'admin'), world.plan.operator)
    assert.equal(await read(pool, 'boundaryCount'), 1n)
    assert.equal(await read(pool, 'boundaryIdAt', [0n]), id(boundary))
    assert.containSubset(await read(pool, 'boundary', [id(boundary)]), {
      balance: 0n,
      status: 1n,
      timeLock: 0n,
      agent: world.plan.operator,
    })
  })

  test('a second creation for a realm is refused and names the pool', async ({ assert }) => {
    const { pool, realm, boundary } = await newPool()
    const refused = await world.refusal(
      world.operator,
      'CustodyFactory',
      world.plan.factory,
      'createRealm',
      world.createRealmArgs(realm, boundary)
    )
    assert.deepEqual(refused, { name: 'RealmExists', args: { realmId: id(realm), pool } })
  })

  test('a stranger cannot take the address of a realm', async ({ assert }) => {
    const stranger = await world.fundedKey()
    const refused = await world.refusal(
      stranger,
      'CustodyFactory',
      world.plan.factory,
      'createRealm',
      world.createRealmArgs('realm-taken', 'bnd_taken')
    )
    assert.equal(refused?.name, 'NotOperator')
  })

  test('neither a pool nor its implementation can be initialized again', async ({ assert }) => {
    const { pool, realm, boundary } = await newPool()
    const { token, operator, implementation } = world.plan
    const args = [
      id(realm),
      id(boundary),
      token,
      operator,
      operator,
      operator,
      true,
      limitsOf(true, NO_LIMITS),
    ]
    assert.equal((await refusal(pool, 'initialize', args))?.name, 'InvalidInitialization')
    assert.equal((await refusal(implementation, 'initialize', args))?.name, 'InvalidInitialization')
  })

  test('a minted deposit credits its boundary and covers it with tokens', async ({ assert }) => {
    const { pool, boundary } = await newPool()
    const [event] = await act(pool, 'mintDeposit', [id('op_a'), id(boundary), 1_500_000n])
    assert.equal(event!.name, 'Credited')
    assert.containSubset(event!.args, {
      boundaryId: id(boundary),
      ref: id('op_a'),
      amount: 1_500_000n,
      balanceAfter: 1_500_000n,
    })
    assert.equal(await read(pool, 'contractTotal'), 1_500_000n)
    assert.equal(await balanceOf(pool), 1_500_000n)
    assert.equal(await read(pool, 'outcomeOf', [id('op_a')]), 1n)
  })

  test('an operation id executes once, whatever the second call says', async ({ assert }) => {
    const { pool, boundary } = await newPool()
    await act(pool, 'mintDeposit', [id('op_once'), id(boundary), 1n])
    for (const amount of [1n, 2n]) {
      assert.deepEqual(await refusal(pool, 'mintDeposit', [id('op_once'), id(boundary), amount]), {
        name: 'OperationKnown',
        args: { opId: id('op_once'), outcome: '1' },
      })
    }
    assert.equal(await read(pool, 'contractTotal'), 1n)
  })

  test('a refused deposit leaves its id unused', async ({ assert }) => {
    const { pool, boundary } = await newPool()
    const unknown = await refusal(pool, 'mintDeposit', [id('op_b'), id('bnd_nobody'), 5n])
    assert.equal(unknown?.name, 'UnknownBoundary')
    const zero = await refusal(pool, 'mintDeposit', [id('op_b'), id(boundary), 0n])
    assert.equal(zero?.name, 'ZeroAmount')
    assert.equal(await read(pool, 'outcomeOf', [id('op_b')]), 0n)
    await act(pool, 'mintDeposit', [id('op_b'), id(boundary), 5n])
  })

  test('the pool of a live realm never mints', async ({ assert }) => {
    const { pool, boundary } = await newPool(false)
    const args = [id('op_live'), id(boundary), 5n]
    assert.equal((await refusal(pool, 'mintDeposit', args))?.name, 'NotPaper')
    const minter = await world.read('TestUSD', world.plan.token, 'hasRole', [
      (await world.read('TestUSD', world.plan.token, 'MINTER')) as string,
      pool,
    ])
    assert.isFalse(minter)
  })

  test('events are numbered without a gap', async ({ assert }) => {
    const { pool, boundary } = await newPool()
    const other = id('bnd_other')
    await act(pool, 'mintDeposit', [id('op_1'), id(boundary), 1n])
    await act(pool, 'registerBoundary', [other, 60n, world.plan.operator])
    await act(pool, 'mintDeposit', [id('op_2'), other, 2n])
    await act(pool, 'halt', [])
    await act(pool, 'resume', [])
    const head = (await world.gateway.health()).head
    const logs = await world.gateway.logs({ addresses: [pool], from: 0, to: head })
    const numbered = world.gateway
      .decodeLogs(logs)
      .filter((event: ChainEvent) => 'seq' in event.args)
      .map((event) => Number(event.args.seq))
    assert.deepEqual(
      numbered,
      numbered.map((_, index) => index + 1)
    )
    assert.equal(await read(pool, 'lastSeq'), BigInt(numbered.length))
    assert.lengthOf(numbered, 8)
  })

  test('the sum of the boundaries is the total, and the tokens cover it', async ({ assert }) => {
    const { pool, boundary } = await newPool()
    await act(pool, 'registerBoundary', [id('bnd_sum'), 0n, world.plan.operator])
    const amounts = [3n, 1_000_000n, 7n, 999_999n]
    for (const [index, amount] of amounts.entries()) {
      const target = index % 2 === 0 ? id(boundary) : id('bnd_sum')
      await act(pool, 'mintDeposit', [id(`op_sum_${index}`), target, amount])
    }
    let sum = 0n
    for (let index = 0n; index < ((await read(pool, 'boundaryCount')) as bigint); index++) {
      const key = await read(pool, 'boundaryIdAt', [index])
      const entry = (await read(pool, 'boundary', [key])) as { balance: bigint; vaulted: bigint }
      sum += entry.balance + entry.vaulted
    }
    assert.equal(sum, 2_000_009n)
    assert.equal(await read(pool, 'contractTotal'), sum)
    assert.equal(await balanceOf(pool), sum)
  })

  test('a boundary is registered once', async ({ assert }) => {
    const { pool, boundary } = await newPool()
    const again = await refusal(pool, 'registerBoundary', [id(boundary), 0n, world.plan.operator])
    assert.deepEqual(again, { name: 'BoundaryExists', args: { boundaryId: id(boundary) } })
  })

  test('a halted realm refuses operators until its admin resumes it', async ({ assert }) => {
    const { pool, boundary } = await newPool()
    const guardian = await world.fundedKey()
    await act(pool, 'setGuardian', [world.addressOf(guardian), true])
    await act(pool, 'halt', [], guardian)
    const mint = [id('op_halt'), id(boundary), 1n]
    assert.equal((await refusal(pool, 'mintDeposit', mint))?.name, 'RealmHalted')
    const register = [id('bnd_halt'), 0n, world.plan.operator]
    assert.equal((await refusal(pool, 'registerBoundary', register))?.name, 'RealmHalted')
    assert.equal((await refusal(pool, 'resume', [], guardian))?.name, 'NotAdmin')
    await act(pool, 'resume', [])
    await act(pool, 'mintDeposit', mint)
  })

  test('an admin hands over only to somebody who accepts', async ({ assert }) => {
    const { pool } = await newPool()
    const heir = await world.fundedKey()
    await act(pool, 'proposeAdmin', [world.addressOf(heir)])
    assert.equal(await read(pool, 'admin'), world.plan.operator)
    await act(pool, 'acceptAdmin', [], heir)
    assert.equal(await read(pool, 'admin'), world.addressOf(heir))
    const late = await refusal(pool, 'setOperator', [world.plan.operator, false])
    assert.equal(late?.name, 'NotAdmin')
  })

  test('test money has six decimals and only minters make it', async ({ assert }) => {
    const stranger = await world.fundedKey()
    const { token } = world.plan
    assert.equal(await world.read('TestUSD', token, 'decimals'), 6n)
    const mint = [world.addressOf(stranger), 10n] as const
    const refused = await world.refusal(stranger, 'TestUSD', token, 'mint', mint)
    assert.equal(refused?.name, 'AccessControlUnauthorizedAccount')
    await world.act(world.operator, 'TestUSD', token, 'mint', mint)
    assert.equal(await balanceOf(world.addressOf(stranger)), 10n)
  })
})
