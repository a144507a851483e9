import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Address } from '#modules/custody/core/chain_types'
import { ContractWorld } from '../support/contract_world.ts'
import { CONTRACTS } from '#modules/custody/proofs/contract_project'
import { ProtectedRealm } from './support/protected_realm.ts'
import { REFUSALS, slowPoolOf, useRealm } from './support/refusal_cases.ts'

const ERRORS = join(CONTRACTS, 'interfaces/ICustodyErrors.sol')

let realm: ProtectedRealm
let live: Address

test.group('custody | what a pool refuses, on a real node', (group) => {
  group.setup(async () => {
    const world = await ContractWorld.start()
    realm = await ProtectedRealm.create(world)
    live = await world.createRealm('live', 'live', false)
    useRealm(realm, live, await slowPoolOf(realm))
    return () => world.anvil.kill()
  })

  test('{error}: {fn}')
    .with(REFUSALS)
    .run(async ({ assert }, refusal) => {
      await refusal.first?.()
      const key = refusal.by?.() ?? realm.world.operator
      const pool = refusal.to?.() ?? realm.pool
      const args = refusal.args()
      const refused = await realm.world.refusal(key, 'RealmCustody', pool, refusal.fn, args)
      assert.equal(refused?.name, refusal.error)
      assert.containSubset(refused!.args, refusal.carries?.() ?? {})
    })

  test('every refusal of the pool has its case', ({ assert }) => {
    const errors = [...readFileSync(ERRORS, 'utf8').matchAll(/^ +error (\w+)\(/gm)].map(
      ([, name]) => name!
    )
    assert.isAbove(errors.length, 40)
    const cases = new Set(REFUSALS.map(({ error }) => error))
    assert.deepEqual(
      errors.filter((name) => !cases.has(name)),
      []
    )
  })
})
