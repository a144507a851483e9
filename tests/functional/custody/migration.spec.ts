import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { Address, Hex } from '#modules/custody/core/chain_types'
import { DEPLOYMENT_PROXY, poolAddress } from '#modules/custody/services/deployment_plan'
import { defaultBoundaryId } from '#modules/ledger/index'
import { TestRealm, accepted, eventually, until, type AnyData } from '#tests/support/client'
import { holdQueues } from '#tests/support/held_queues'
import { readRows, writeRows } from '#tests/support/rows'
import {
  FORMER_OPERATOR,
  FORMER_RELEASES,
  planFormer,
  type FormerRelease,
} from '../../unit/custody/support/former_releases.ts'
import { hashOf } from './support/holder.ts'
import { sendAs } from './support/direct_node.ts'
import { Payer } from './support/payer.ts'
import { chainOfApp } from './support/process.ts'
import { Wallet, operate, poolOf, readEvents, warp, zone } from './support/withdrawing.ts'

const LOCK_SECONDS = 600

/** A live realm of the service's own chain whose pool was made by a former release. */
async function realmOf(release: FormerRelease): Promise<TestRealm> {
  const letGo = await holdQueues('custody-keeper', 'custody-pool')
  try {
    const realm = await TestRealm.open({ asset: 'live' })
    await eventually('the pool to be asked for', async () => {
      const rows = await readRows`SELECT 1 FROM custody_pools WHERE realm_id = ${realm.id}`
      return rows[0] ?? null
    })
    const { gateway, plan, settings } = await chainOfApp()
    const former = planFormer(release, gateway, plan.operator)
    const send = (to: Address, data: Hex) => asBefore(settings.rpcUrls[0]!, to, data)
    for (const data of former.deployments) await send(DEPLOYMENT_PROXY, data)
    const token = plan.liveToken!
    const made = former.createRealm(realm.id, defaultBoundaryId(realm.id), token)
    await send(former.factory, made)
    const { implementation, factory } = former
    const pool = poolAddress(gateway, former, realm.id)
    await writeRows`UPDATE custody_pools
        SET state = 'created', contract_release = ${release}, chain_id = ${settings.chainId},
          address = ${pool}, implementation = ${implementation}, factory = ${factory},
          token = ${token} WHERE realm_id = ${realm.id}`
    return realm
  } finally {
    await letGo()
  }
}

/** As the operator of those days. */
async function asBefore(node: string, to: Address, data: Hex) {
  await sendAs(node, FORMER_OPERATOR, to, data)
}

/** A deposit that waits to be paid. */
async function announced(realm: TestRealm, objectPath: string, amount: string) {
  const body = { realmId: realm.id, objectPath, amount, path: `/op/${randomUUID()}` }
  const { poolAddress: address, operation } = accepted(
    await realm.client.post('/api/v1/fund-account', body)
  )
  return { address, id: operation.id }
}

test.group('custody | moving to a newer pool', () => {
  test('a pool of release {$self} moves its money here; both still take deposits')
    .with([...FORMER_RELEASES])
    .run(async ({ assert }, release) => {
      const [old, next] = [await realmOf(release), await TestRealm.open({ asset: 'live' })]
      const [payer, holder] = [await Payer.with('500.00'), new Wallet()]
      const paidIn = async (realm: TestRealm, path: string, amount: string) => {
        const { address, id } = await announced(realm, path, amount)
        await payer.pay(address, amount)
        await realm.completed(id)
      }
      for (const realm of [old, next]) {
        await realm.object('/a')
        const boundaryId = await zone(realm, '/locked')
        await realm.object('/locked/b')
        await holder.hold(realm, boundaryId)
        await operate(realm, 'setTimeLock', [hashOf(boundaryId), BigInt(LOCK_SECONDS)])
      }
      // One that gives all away is closed, and takes no deposit afterwards.
      await paidIn(old, '/a', '101.00')
      await paidIn(old, '/locked/b', '50.00')

      const moves = [
        { path: '/a', amount: '100.00' },
        { path: '/locked/b', amount: '50.00' },
      ]
      for (const { path, amount } of moves) {
        const { address, id } = await announced(next, path, amount)
        const request = { realmId: old.id, path: `/op/${randomUUID()}`, objectPath: path, amount }
        const { operation } = accepted(
          await old.client.post('/api/v1/defund-account', {
            ...request,
            destinationAddress: address,
          })
        )
        if (path !== '/a') {
          await until('the exit to wait', async () => {
            await readEvents()
            const { body } = await old.client.get('/api/v1/custody/status', { realmId: old.id })
            return (body as AnyData).boundaries.some((each: AnyData) => each.pendingExit !== null)
          })
          await warp(LOCK_SECONDS + 60)
        }
        await old.completed(operation.id)
        await next.completed(id)
      }

      await paidIn(old, '/a', '7.00')
      await paidIn(next, '/a', '8.00')
      const held = async (realm: TestRealm) => {
        const { body } = await realm.client.get('/api/v1/custody/status', { realmId: realm.id })
        return (body as { totalBalance: string }).totalBalance
      }
      await eventually('all of it to be where it belongs', async () => {
        const totals = [await held(old), await held(next)]
        return totals[0] === '8.00' && totals[1] === '158.00'
      })
      assert.notEqual(await poolOf(old), await poolOf(next))
    })
})
