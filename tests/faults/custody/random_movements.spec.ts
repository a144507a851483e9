import { randomInt, randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { CheckBooks } from '#modules/ledger/services/check_books'
import { ReadBalanceSheet } from '#modules/custody/services/read_balance_sheet'
import { PoolHand, indexed, sheetOf } from '#tests/functional/custody/support/pool_hand'
import { randomOf } from '#tests/functional/custody/support/random'
import { TestRealm, accepted, until, type AnyData, type Reply } from '#tests/support/client'
import { chainOfApp } from '#tests/functional/custody/support/process'
import { FaultyRpc, RPC_FAULTS, type RpcFault } from './support/faulty_rpc.ts'

/** More of them: RANDOM_MOVEMENTS=5000. The seed of a failure: RANDOM_SEED. */
const MOVEMENTS = Number(process.env.RANDOM_MOVEMENTS ?? 500)
const SEED = Number(process.env.RANDOM_SEED ?? randomInt(2 ** 31))
const AT_ONCE = 16
/** Of all requests to the node. */
const FAULT_SHARE = 0.08
const LOOK_EVERY_MS = 400

const FOLDERS = ['/users', '/zones/a', '/zones/b']
const NAMES = ['1', '2', '3', '4']
const OBJECTS = FOLDERS.flatMap((folder) => NAMES.map((name) => `${folder}/${name}`))

/** What a random movement may meet: too little there, or an object that just went or is being used. */
const EXPECTED = new Set([
  'INSUFFICIENT_BALANCE',
  'NOT_FOUND',
  'OBJECT_NOT_FOUND',
  'OBJECT_REPLACED',
  'PATH_RETIRED',
  'HELD_OPERATIONS',
  'DELETE_NOT_EMPTY',
  'CHAIN_UNAVAILABLE',
  'CONFLICT',
])

const random = randomOf(SEED)
const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!
/** With all six decimals. */
const someAmount = (most: number) => (random() * most + 0.1).toFixed(6)

type Move = (realm: TestRealm) => Promise<Reply<AnyData>>

const transfer: Move = ({ client, id: realmId }) => {
  const [from, to] = [oneOf(OBJECTS), oneOf(OBJECTS)]
  return client.post('/api/v1/transfer', {
    realmId,
    path: `/op/random/${randomUUID()}`,
    amount: someAmount(8),
    sourceObjectPath: from,
    targetObjectPath: from === to ? '/users/spare' : to,
  })
}

const fund: Move = ({ client, id: realmId }) =>
  client.post('/api/v1/fund-account', {
    realmId,
    objectPath: oneOf(OBJECTS),
    amount: someAmount(20),
  })

const defund: Move = ({ client, id: realmId }) =>
  client.post('/api/v1/defund-account', {
    realmId,
    objectPath: oneOf(OBJECTS),
    amount: someAmount(3),
    destinationAddress: `0x${'ab'.repeat(20)}`,
  })

/** A short life: created, given something, and swept into any boundary. */
const sweep: Move = async (realm) => {
  const path = `${oneOf(FOLDERS)}/${randomUUID()}`
  await realm.object(path)
  await realm.move(oneOf(OBJECTS), path, someAmount(4), { path: `/op/random/${randomUUID()}` })
  return realm.post('/objects/delete', { path, sweepToPath: oneOf(OBJECTS) })
}

const MOVES: Move[] = [transfer, transfer, transfer, transfer, transfer, fund, fund, defund, sweep]

/** Looks at the books while everything moves: what is under way is neither a loss nor a drift. */
class Watch {
  readonly found: unknown[] = []
  looks = 0
  #over = false
  #running: Promise<void>

  constructor(private realmId: string) {
    this.#running = this.#run()
  }

  async stop() {
    this.#over = true
    await this.#running
  }

  async #run() {
    const readSheet = await app.container.make(ReadBalanceSheet)
    while (!this.#over) {
      const { sheet, comparable } = await readSheet.measure(this.realmId)
      if (comparable) {
        this.looks++
        const sound =
          sheet.conservation === true &&
          [sheet.physicalDrift, sheet.replayDrift].every((drift) => drift === 0n) &&
          sheet.boundaries.every(({ solvent }) => solvent === true)
        if (!sound) this.found.push(sheet)
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
  }
}

async function world(): Promise<TestRealm> {
  const realm = await TestRealm.open()
  await PoolHand.of(realm)
  for (const path of ['/zones/a', '/zones/b']) {
    accepted(await realm.declareZone(path))
  }
  await Promise.all([...OBJECTS, '/users/spare'].map((path) => realm.object(path)))
  await Promise.all(OBJECTS.map((path) => realm.fund(path, '100')))
  return realm
}

/** @returns codes of refusals nobody expects */
async function moved(realm: TestRealm): Promise<string[]> {
  const surprises: string[] = []
  let left = MOVEMENTS
  const mover = async () => {
    while (left-- > 0) {
      // A run that is silent for minutes is taken for one that hangs.
      if (left % 500 === 0) process.stdout.write(`${left} of ${MOVEMENTS} left, seed ${SEED}\n`)
      const { status, error } = await oneOf(MOVES)(realm)
      if (status >= 300 && !EXPECTED.has(error?.code))
        surprises.push(`${status} ${JSON.stringify(error)}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, mover))
  return surprises
}

async function settled({ client, id: realmId }: TestRealm) {
  await until('every operation to end', async () => {
    const { pendingOperationCount } = accepted(await client.get('/api/v1/summary', { realmId }))
    return pendingOperationCount === 0
  })
}

/** States of operations, and why those that failed did. */
async function ends({ client, id: realmId }: TestRealm) {
  const operations: AnyData[] = []
  let cursor: string | undefined
  do {
    const page: AnyData = accepted(
      await client.get('/api/v1/operations', { realmId, limit: 500, cursor })
    )
    operations.push(...page.operations)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return operations
}

test.group('custody | random movements', () => {
  test(`${MOVEMENTS} through faults: books and chain agree, seed ${SEED}`, async ({ assert }) => {
    const realm = await world()
    const chain = await chainOfApp()
    const node = chain.settings.rpcUrls[0]!
    const faulty = await FaultyRpc.before(node)
    const watch = new Watch(realm.id)
    const happened = (fault: RpcFault) => faulty.happened.get(fault) ?? 0
    try {
      faulty.choose = () => (random() < FAULT_SHARE ? oneOf(RPC_FAULTS) : null)
      assert.deepEqual(await moved(realm), [])
      await until('every fault to have happened', () =>
        RPC_FAULTS.every((fault) => happened(fault) > 0)
      )
    } finally {
      faulty.choose = () => null
    }
    try {
      await settled(realm)
      await until('a look at the books', () => watch.looks > 0)
    } finally {
      await watch.stop()
      await faulty.stop()
    }
    assert.deepEqual(watch.found, [])

    await indexed()
    const sheet = await sheetOf(realm)
    assert.containSubset(sheet, {
      poolMeasurable: true,
      conservation: true,
      stranded: '0.00',
      unattributed: '0.00',
      physicalDrift: '0.00',
      replayDrift: '0.00',
      unregistered: [],
    })
    assert.lengthOf(sheet.boundaries, 3)
    for (const boundary of sheet.boundaries) {
      assert.containSubset(boundary, { solvent: true, surplus: '0.00', onChainSource: 'contract' })
    }
    const status = await realm.get('/custody/status')
    assert.isNull((status.body as AnyData).realmHalt)
    const books = await app.container.make(CheckBooks)
    assert.deepEqual(await books.run({ realmId: realm.id }), [])
    const operations = await ends(realm)
    assert.isAbove(operations.length, MOVEMENTS / 2)
    const failed = operations.filter(({ state }) => state !== 'completed')
    assert.deepEqual(
      failed.map(({ type, state, failureMessage }) => ({ type, state, failureMessage })),
      []
    )
  }).timeout(300_000 + MOVEMENTS * 200)
})
