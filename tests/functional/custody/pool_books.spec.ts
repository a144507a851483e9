import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { Database, type SqlSession } from '#app/storage/database'
import { PoolBooks } from '#modules/custody/services/pool_books'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { TestRealm, accepted, until, pluck } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'
import { PoolHand, indexed, sheetOf } from './support/pool_hand.ts'

let realm: TestRealm
let pool: PoolHand

const ALL = [
  'pool-facts-are-booked-once',
  'booked-facts-are-final-events',
  'untold-deposits-end',
  'obligations-are-the-replay',
]

/** Damage to what custody and ledger know of each other, and the checks that must see it. */
const DAMAGE: [what: string, sql: string, seenBy: string[]][] = [
  [
    'an event that is the reason of two entries',
    `INSERT INTO proofs (id, realm_id, seq, proof_type, external_ref)
     SELECT 'prf_twice', realm_id, seq, 'chain_transfer', external_ref FROM proofs
      WHERE realm_id = :realm AND proof_type = 'chain_deposit' LIMIT 1`,
    ['pool-facts-are-booked-once'],
  ],
  [
    'an entry that rests on nothing the pool did',
    `INSERT INTO proofs (id, realm_id, seq, proof_type, external_ref)
     SELECT 'prf_alien', realm_id, seq, 'chain_deposit',
            CONCAT('31337:0x', REPEAT('ab', 32), ':0') FROM proofs
      WHERE realm_id = :realm LIMIT 1`,
    ['booked-facts-are-final-events'],
  ],
  [
    'an object that is owed what never came in',
    `UPDATE balances SET settled = settled + 1 WHERE realm_id = :realm AND settled > 5 LIMIT 1`,
    ['obligations-are-the-replay'],
  ],
  [
    'an object of another boundary than its value',
    `UPDATE objects SET boundary_id = (SELECT boundary_id FROM isolation_zones WHERE realm_id = :realm)
      WHERE realm_id = :realm AND path = '/users/a'`,
    ['obligations-are-the-replay'],
  ],
  [
    'a projection that lost a credit',
    `UPDATE custody_replay r JOIN custody_pools p ON p.chain_id = r.chain_id AND p.address = r.pool
        SET r.balance = r.balance - 1 WHERE p.realm_id = :realm AND r.balance > 0`,
    ['obligations-are-the-replay'],
  ],
  [
    'a credit that is booked and whose proof is gone',
    `DELETE FROM proofs WHERE realm_id = :realm AND proof_type = 'chain_deposit' LIMIT 1`,
    ['obligations-are-the-replay'],
  ],
  [
    'a deposit that was told nobody and is owed by nothing',
    `UPDATE operations o JOIN custody_intents i ON i.operation_id = o.id
       JOIN custody_pools p ON p.realm_id = o.realm_id
        SET o.state = 'pending', o.created_at = o.created_at - INTERVAL 3 DAY, i.chain_id = 0, p.paper = 0
      WHERE o.realm_id = :realm AND o.type = 'deposit'`,
    ['untold-deposits-end'],
  ],
]
/** As of a rail of an added module, which waits for a bank. */
const WAITS_ELSEWHERE = `UPDATE operations o JOIN custody_intents i ON i.operation_id = o.id
    SET o.state = 'pending', o.created_at = o.created_at - INTERVAL 3 DAY, i.chain_id = 0
  WHERE o.realm_id = :realm AND o.type = 'deposit'`

class Undone extends Error {}

/** In a transaction that never commits. */
async function damaged<Result>(
  sql: string,
  look: (session: SqlSession) => Promise<Result>
): Promise<Result> {
  const database = await app.container.make(Database)
  let result: Result | undefined
  try {
    await database.transaction(async (session) => {
      const { affectedRows } = await session.write(sql.replaceAll(':realm', `'${realm.id}'`))
      if (affectedRows === 0) throw new Error('nothing was damaged')
      result = await look(session)
      throw new Undone()
    })
  } catch (error) {
    if (!(error instanceof Undone)) throw error
  }
  return result as Result
}

async function broken(session: SqlSession, budget = 1_000): Promise<string[]> {
  const verdicts = await (await app.container.make(PoolBooks)).check(session, realm.id, budget)
  return pluck(
    verdicts.filter(({ violations }) => violations.length > 0),
    'name'
  )
}

test.group('custody | books of a pool', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
    pool = await PoolHand.of(realm)
    accepted(await realm.declareZone('/zone'))
    await realm.account('/users/a', '30')
    await realm.account('/zone/b', '30')
    const { id } = await realm.transfer('/users/a', '/zone/b', '5')
    await realm.completed(id)
    await until('the pool to be read', async () => {
      await indexed()
      return (await sheetOf(realm)).contractTotal === '60.00'
    })
  })

  test('sound books break no promise, and each promise is looked at', async ({ assert }) => {
    const database = await app.container.make(Database)
    const poolBooks = await app.container.make(PoolBooks)
    const verdicts = await database.snapshot((session) => poolBooks.check(session, realm.id, 1_000))
    assert.deepEqual(
      verdicts.map(({ name, violations }) => [name, violations.length]),
      ALL.map((name) => [name, 0])
    )
    const books = await app.container.make(CheckBooks)
    assert.deepEqual(await books.run({ realmId: realm.id }), [])
  })

  for (const [what, sql, seenBy] of DAMAGE) {
    test(`damage is found: ${what}`, async ({ assert }) => {
      assert.includeMembers(await damaged(sql, broken), seenBy)
    })
  }

  test('a deposit of a paper realm may wait for as long as its rail does', async ({ assert }) => {
    assert.notInclude(await damaged(WAITS_ELSEWHERE, broken), 'untold-deposits-end')
  })

  test('every check has seen a damage of its own', ({ assert }) => {
    assert.sameMembers([...new Set(DAMAGE.flatMap(([, , names]) => names))], ALL)
  })

  test('a request reads no more than its budget', async ({ assert }) => {
    const [, sql] = DAMAGE[2]!
    assert.deepEqual(await damaged(sql, (session) => broken(session, 0)), [
      'obligations-are-the-replay',
    ])
  })

  test('money that a stranger paid in breaks nothing, seen or not', async ({ assert }) => {
    const { gateway } = pool.chain
    const { boundaries } = await sheetOf(realm)
    const hash = gateway.idHash(boundaries[0].boundaryId)
    await pool.act('mintDeposit', [gateway.idHash(`op_${randomUUID()}`), hash, 4_000_000n])
    await indexed()
    const database = await app.container.make(Database)
    assert.deepEqual(await database.snapshot((session) => broken(session as SqlSession)), [])
  })

  test('money at a deposit address is seen before it is in the pool', async ({ assert }) => {
    const { gateway } = pool.chain
    const { boundaries, contractTotal } = await sheetOf(realm)
    const { boundaryId } = boundaries[0]
    const ref = gateway.idHash(`intent_${randomUUID()}`)
    const call = { contract: 'RealmCustody', to: pool.address, fn: 'depositAddress' } as const
    const args = [gateway.idHash(boundaryId), ref]
    const address = (await gateway.call({ ...call, args }, 'latest')) as `0x${string}`
    await pool.give(address, 5_000_000n)
    await indexed()
    await writeRows`INSERT INTO custody_intents (chain_id, operation_id, realm_id, boundary_id,
        pool, ref_hash, address, live, fast_until, looked_at, unswept, created_at)
        VALUES (${gateway.chainId}, ${`op_${randomUUID().slice(0, 20)}`}, ${realm.id},
          ${boundaryId}, ${pool.address}, ${ref}, ${address}, 1, NOW(6), NOW(6), 1, NOW(6))`
    const sheet = await sheetOf(realm)
    // Whoever sweeps it meanwhile only moves it from one to the other.
    const found = Number(sheet.unattributed) + Number(sheet.contractTotal) - Number(contractTotal)
    assert.equal(found, 5)
  })
})
