import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { depositAddress } from '#modules/custody/services/deposit_address'
import { ContractWorld } from '../support/contract_world.ts'

const DEPOSITS = 20

test.group('custody | deposit addresses', (group) => {
  let world: ContractWorld

  group.setup(async () => {
    world = await ContractWorld.start()
    return () => world.anvil.kill()
  })

  test('an address that a payer is told of is the one the pool sweeps', async ({ assert }) => {
    const { gateway, plan } = world
    const boundaryId = `bnd_${randomUUID()}`
    const pool = await world.createRealm(randomUUID(), boundaryId)
    for (let index = 0; index < DEPOSITS; index++) {
      const operationId = `op_${randomUUID()}`
      const ids = [gateway.idHash(boundaryId), gateway.idHash(operationId)]
      const told = depositAddress(gateway, {
        implementation: plan.implementation,
        pool,
        boundaryId,
        operationId,
      })
      const call = { contract: 'RealmCustody', to: pool, fn: 'depositAddress', args: ids } as const
      assert.equal(told, await gateway.call(call, 'latest'))
    }
  })

  test('no two realms, boundaries or deposits share an address', ({ assert }) => {
    const { gateway, plan } = world
    const pools = [plan.token, plan.factory]
    const told = pools.flatMap((pool) =>
      ['bnd_a', 'bnd_b'].flatMap((boundaryId) =>
        ['op_a', 'op_b'].map((operationId) =>
          depositAddress(gateway, {
            implementation: plan.implementation,
            pool,
            boundaryId,
            operationId,
          })
        )
      )
    )
    assert.equal(new Set(told).size, told.length)
  })
})
