import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { toSqlDatetime } from '#app/clock/timestamp'
import { BoundaryStore, unknownToPools } from '#modules/custody/storage/boundary_store'
import { vaultsOn } from '#modules/custody/storage/exchange_object_store'
import { HaltStore, unfollowedHalts } from '#modules/custody/storage/halt_store'
import { doubtedRescues } from '#modules/custody/storage/rescue_store'
import { SettlementStore, waitingSettlements } from '#modules/custody/storage/settlement_store'
import { openTransactions } from '#modules/custody/storage/transaction_rows'
import { WithdrawalStore, waitingExits } from '#modules/custody/storage/withdrawal_store'
import { readRows, writeRows } from '#tests/support/rows'

/** No installation of the tests is on one of them. */
const LEFT = 1
const NOWHERE = 3

const DUE = {
  vaultsOn,
  unfollowedHalts,
  doubtedRescues,
  openTransactions,
  unknownToPools,
  waitingExits,
  waitingSettlements,
}

const realmId = randomUUID()
const id = `x_${realmId.replaceAll('-', '')}`
const address = `0x${'1'.repeat(40)}`
const hash = `0x${'2'.repeat(64)}`
const TABLES = [
  'custody_exchange_objects',
  'custody_halts',
  'custody_rescues',
  'custody_boundaries',
  'custody_withdrawals',
  'custody_settlements',
  'custody_pools',
]

test.group('custody | a chain that was left', (group) => {
  group.setup(async () => {
    await writeRows`INSERT INTO custody_pools
        (realm_id, boundary_id, paper, state, chain_id, address, created_at, updated_at)
      VALUES (${realmId}, ${id}, 1, 'created', ${LEFT}, ${address}, NOW(6), NOW(6))`
    await writeRows`INSERT INTO custody_exchange_objects
        (chain_id, object_hash, realm_id, boundary_hash, vault, created_at)
      VALUES (${LEFT}, ${hash}, ${realmId}, ${hash}, ${address}, NOW(6))`
    await writeRows`INSERT INTO custody_halts
        (id, realm_id, type, source, reason, raised_by, raised_at, on_chain)
      VALUES (${id}, ${realmId}, 'all_flows', 'admin', 'A test.', 'x', NOW(6), 'none')`
    await writeRows`INSERT INTO custody_rescues
        (chain_id, pool, rescue_hash, realm_id, destination, amount, state, judged, created_at, updated_at)
      VALUES (${LEFT}, ${address}, ${hash}, ${realmId}, ${address}, '1', 'waiting', 0, NOW(6), NOW(6))`
    await writeRows`INSERT INTO custody_boundaries
        (boundary_id, realm_id, boundary_hash, state, created_at)
      VALUES (${id}, ${realmId}, ${hash}, 'requested', NOW(6))`
    await writeRows`INSERT INTO custody_withdrawals
        (operation_id, realm_id, boundary_id, pool, state, exit_slot, created_at, updated_at)
      VALUES (${id}, ${realmId}, ${id}, ${address}, 'sending', ${id}, NOW(6), NOW(6))`
    await writeRows`INSERT INTO custody_settlements
        (operation_id, realm_id, op_seq, from_boundary_id, to_boundary_id, amount, state, created_at, updated_at)
      VALUES (${id}, ${realmId}, 1, ${id}, ${id}, 1, 'queued', NOW(6), NOW(6))`
    await writeRows`INSERT INTO custody_transactions
        (id, chain_id, lane_address, nonce, purpose, try_no, to_address, calldata, gas, state, created_at, updated_at)
      VALUES (${id}, ${LEFT}, ${address}, 1, 'x', 1, ${address}, '0x', 1, 'signed', NOW(6), NOW(6))`
    return async () => {
      for (const table of TABLES) {
        await writeRows(`DELETE FROM ${table} WHERE realm_id = ?`, [realmId])
      }
      await writeRows`DELETE FROM custody_transactions WHERE id = ${id}`
    }
  })

  test('what waits on it is due there, and on no other chain: {$self}')
    .with(Object.keys(DUE) as (keyof typeof DUE)[])
    .run(async ({ assert }, name) => {
      const found = async (chainId: number) => {
        const now = toSqlDatetime(Date.now() * 1000)
        const statement = DUE[name](chainId)
        const values = (statement.match(/:now/g) ?? []).map(() => now)
        return readRows(statement.replaceAll(':now', '?'), values)
      }
      assert.lengthOf(await found(LEFT), 1, 'there')
      assert.isEmpty(await found(NOWHERE), 'on another one')
    })

  test('a job of this chain does not find it, and may rest', async ({ assert }) => {
    const { container } = app
    const [halts, boundaries, exits, settlements] = await Promise.all([
      container.make(HaltStore),
      container.make(BoundaryStore),
      container.make(WithdrawalStore),
      container.make(SettlementStore),
    ])
    const found = [
      ...(await halts.unfollowed('', 1000)),
      ...(await boundaries.requested('', 1000)),
      ...(await exits.dueExits(0, 1000)),
      ...(await settlements.waitingRealms(1000)).map((each) => ({ realmId: each })),
    ]
    assert.notInclude(
      found.map((each) => each.realmId),
      realmId
    )
  })
})
