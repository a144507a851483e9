import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { Clock } from '#app/clock/clock'
import { Database, type SqlParameter } from '#app/storage/database'
import { formatUsd } from '#app/money/usd'
import type { Hex } from '#modules/custody/core/chain_types'
import { defaultBoundaryId } from '#modules/ledger/index'
import { AttestLiabilities } from '#modules/custody/services/attest_liabilities'
import { LiabilityNodes } from '#modules/custody/storage/liability_nodes'
import { LiabilityStore } from '#modules/custody/storage/liability_store'
import {
  wholeTree,
  hashAt,
  leafOf,
  NODE_BYTES,
  proofOf,
  saltOf,
} from '#modules/custody/core/liability_tree'
import { allow, scoped } from '#tests/functional/auth/support/credentials'
import { Client, TestRealm, accepted, eventually, pluck, type AnyData } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import {
  verifyAttestation,
  type Proof,
  verifyInclusion,
} from '../../../examples/liability_verifier/verifier.js'
import { attest } from './support/attested.ts'
import { agreeingTo } from './support/chain_desk.ts'
import { PoolHand, registered, sheetOf } from './support/pool_hand.ts'

const VERIFIER = 'examples/liability_verifier/verify_liability.js'

const hexOf = (bytes: Uint8Array) => `0x${Buffer.from(bytes).toString('hex')}`

const proofPath = (id: string) => `/api/v1/objects/${id}/liability-proof`

async function proofOfObject({ client }: TestRealm, id: string) {
  return accepted(await client.get<Proof & AnyData>(proofPath(id)))
}

test.group('custody | proof of liabilities', () => {
  test('owners of two boundaries verify on the chain what each is owed', async ({ assert }) => {
    const realm = await TestRealm.open()
    const pool = await PoolHand.of(realm)
    const [rpcUrl] = pool.chain.settings.rpcUrls
    const { boundaryId: zone } = accepted<AnyData>(await realm.declareZone('/zone'))
    const ann = await realm.account('/users/ann', '100')
    const bob = await realm.account('/users/bob', '7.5')
    const zoned = await realm.object('/zone/cid')
    const crossing = await realm.transfer('/users/ann', '/zone/cid', '20')
    await realm.completed(crossing.id)
    await registered(realm.id, zone as string)
    await attest(realm)

    const sheet = await sheetOf(realm)
    const obligations = (boundaryId: string) =>
      sheet.boundaries.find((each: AnyData) => each.boundaryId === boundaryId).obligations
    for (const { id: objectId } of [ann, bob, zoned]) {
      const proof = await proofOfObject(realm, objectId)
      const balance = await realm.client.get(`/api/v1/objects/${objectId}/balances`)
      const [{ settled: amount }] = balance.data.balances
      const sum = obligations(proof.boundaryId)
      assert.containSubset(proof, { leaf: { objectId, amount }, sum })
      assert.equal(proof.boundaryId === zone, objectId === zoned.id)
      verifyInclusion(proof, { objectId, amount, pool: pool.address })
      const { owed, holds } = await verifyAttestation(proof, rpcUrl!)
      assert.isTrue(holds !== null && holds >= owed, `${holds} of ${owed}`)
      assert.throws(() => verifyInclusion(proof, { amount: '1000' }), /where 1000 is owed/)
    }
    assert.isTrue(sheet.conservation, 'attestations move nothing')
  })

  test('the verifier proves a file by itself, and names what disagrees', async ({ assert }) => {
    const realm = await TestRealm.open()
    const pool = await PoolHand.of(realm)
    const [rpcUrl] = pool.chain.settings.rpcUrls
    const { id } = await realm.account('/users/ann', '12.34')
    await attest(realm)
    const proof = await proofOfObject(realm, id)
    const folder = await mkdtemp(join(tmpdir(), 'proof-'))
    const run = async (change: object, ...more: string[]) => {
      const file = join(folder, 'proof.json')
      await writeFile(file, JSON.stringify({ ...proof, ...change }))
      const args = [VERIFIER, file, '--rpc', rpcUrl!, ...more]
      return promisify(execFile)(process.execPath, args).then(
        ({ stdout }) => stdout,
        (error: { stderr: string }) => error.stderr
      )
    }
    try {
      const named = ['--object', id, '--amount', '12.34', '--pool', pool.address]
      assert.match(await run({}, ...named), /^PROVED obj_\w+ is owed 12\.34/)
      const forged: [change: object, why: RegExp, more?: string[]][] = [
        [{}, /counts 12\.34 where 12\.35 is owed/, ['--amount', '12.35']],
        [{ leaf: { ...proof.leaf, amount: '12.33' } }, /does not lead to the root/],
        [{ seq: proof.seq + 1 }, /another sum, entry or root/],
        [{ anchor: { ...proof.anchor, chainId: 1 } }, /another chain/],
        [{ anchor: { ...proof.anchor, txHash: `0x${'ab'.repeat(32)}` } }, /no transaction/],
        [{ anchor: { ...proof.anchor, contract: `0x${'ab'.repeat(20)}` } }, /another contract/],
      ]
      for (const [change, why, more = []] of forged) assert.match(await run(change, ...more), why)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('an understated sum is shown by its owner offline, with the published verifier and the chain alone', async ({
    assert,
  }) => {
    const realm = await TestRealm.open()
    const pool = await PoolHand.of(realm)
    const [rpcUrl] = pool.chain.settings.rpcUrls
    const { id } = await realm.account('/users/ann', '12.34')
    const boundaryId = defaultBoundaryId(realm.id)
    const { gateway, lane } = await agreeingTo('attestObligations', pool.chain)
    const secret = randomBytes(32)
    let seq = 1_000

    /** What a service that lies serves: its own tree, and on the chain what it wishes it owed. */
    async function served(mine: bigint, understatedBy: bigint, told = mine) {
      seq++
      const leaf = { objectId: id, amount: mine }
      const levels = wholeTree(secret, [leaf, { objectId: 'obj_bob', amount: 5_000_000n }])
      const root = hashAt(levels.at(-1)!, 0).toString('hex')
      const sum = mine + 5_000_000n - understatedBy
      const args = [gateway.idHash(boundaryId), sum, BigInt(seq)]
      const data: Hex = `${gateway.encode('RealmCustody', 'attestObligations', args)}${root}`
      const purpose = `test:${id}:${seq}`
      const attested = await lane.submit({ purpose, to: pool.address, data })
      assert.equal(await lane.awaitFinal(attested, 30_000), 'succeeded')
      const [sent] = await readRows<{ txHash: string }>`
        SELECT a.tx_hash AS txHash FROM custody_attempts a
          JOIN custody_transactions t ON t.id = a.transaction_id WHERE t.purpose = ${purpose}`
      const place = hashAt(levels[0]!, 0).equals(leafOf(secret, leaf).subarray(0, 32)) ? 0 : 1
      return {
        boundaryId,
        seq,
        leaf: { objectId: id, amount: formatUsd(told), salt: hexOf(saltOf(secret, id)) },
        path: proofOf(levels, place).map(({ side, hash, sum: of }) => ({
          side,
          hash: hexOf(hash),
          sum: formatUsd(of),
        })),
        root: `0x${root}`,
        sum: formatUsd(sum),
        anchor: { chainId: pool.chain.chainId, contract: pool.address, txHash: sent!.txHash },
      }
    }

    const folder = await mkdtemp(join(tmpdir(), 'understated-'))
    const file = join(folder, 'proof.json')
    const verified = async (proof: object) => {
      await writeFile(file, JSON.stringify(proof))
      const named = ['--object', id, '--amount', '12.34', '--pool', pool.address]
      // Nothing of the service is within its reach: a file, and a node.
      return promisify(execFile)(process.execPath, [VERIFIER, file, '--rpc', rpcUrl!, ...named], {
        env: {},
      }).then(
        ({ stdout }) => stdout,
        (error: { stderr: string }) => error.stderr
      )
    }
    const [OWED, LESS] = [12_340_000n, 2_340_000n]
    try {
      assert.match(
        await verified(await served(OWED, 0n)),
        /^PROVED/,
        'who does not lie is believed'
      )
      const short = await served(OWED, 5_000_000n)
      assert.match(
        await verified(short),
        /add up to 17340000 base units, and the proof says another/
      )
      const masked = { ...short, sum: formatUsd(OWED + 5_000_000n) }
      assert.match(await verified(masked), /told another sum, entry or root/)
      assert.match(await verified(await served(LESS, 0n)), /counts 2\.34 where 12\.34 is owed/)
      assert.match(await verified(await served(LESS, 0n, OWED)), /does not lead to the root/)
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  test('a newer attestation takes an older one’s place, never the reverse', async ({ assert }) => {
    const realm = await TestRealm.open()
    const pool = await PoolHand.of(realm)
    const { id } = await realm.account('/users/ann', '5')
    await attest(realm)
    const first = await proofOfObject(realm, id)
    await attest(realm)
    assert.deepEqual(await proofOfObject(realm, id), first, 'nothing has moved: nothing is sent')
    await realm.fund('/users/ann', '1')
    await attest(realm)
    const second = await proofOfObject(realm, id)
    assert.isAbove(second.seq, first.seq)
    assert.equal(second.sum, '6.00')
    assert.notEqual(second.leaf.salt, first.leaf.salt)
    const hash = pool.chain.gateway.idHash(second.boundaryId)
    const again = pool.act('attestObligations', [hash, 1n, BigInt(first.seq)])
    await assert.rejects(() => again, /StaleAttestation|refuse|revert/i)
    const attesting = await app.container.make(AttestLiabilities)
    await eventually('the nodes of the older tree to go', async () => {
      await attesting.run(1_000_000)
      const rows =
        await readRows`SELECT 1 FROM custody_liability_nodes WHERE boundary_id = ${first.boundaryId}
            AND seq = ${first.seq}`
      return rows.length === 0 ? true : null
    })
    assert.equal((await proofOfObject(realm, id)).seq, second.seq)
    const { body } = await realm.get('/custody/attestations')
    const listed = (body as AnyData).attestations as AnyData[]
    assert.deepEqual(pluck(listed, 'id'), [second.attestationId, first.attestationId])
    const { root, sum, seq, anchor } = second
    const { txHash, blockNumber } = anchor as AnyData
    assert.containSubset(listed[0], { root, sum, seq, txHash, blockNumber, denomination: 'USD' })
    const of = (attestationId: string) => realm.client.get(proofPath(id), { attestationId })
    assert.equal((await of(second.attestationId)).status, 200)
    const replaced = await of(first.attestationId)
    assert.equal(replaced.status, 404)
    assert.match(replaced.error.message, /newest attestation/)
  })

  test('a boundary that is owed nothing any more says so on the chain', async ({ assert }) => {
    const free = { feeOverride: '0' }
    const realm = await TestRealm.open()
    const pool = await PoolHand.of(realm)
    const { boundaryId: zone } = accepted<AnyData>(await realm.declareZone('/zone'))
    await realm.account('/users/ann', '10')
    const { id } = await realm.object('/zone/cid')
    await realm.completed(
      accepted(await realm.move('/users/ann', '/zone/cid', '4', free)).operation.id
    )
    await registered(realm.id, zone as string)
    await attest(realm)
    await realm.completed(
      accepted(await realm.move('/zone/cid', '/users/ann', '4', free)).operation.id
    )
    await attest(realm)
    const args = [pool.chain.gateway.idHash(zone as string)]
    const call = { contract: 'RealmCustody', to: pool.address, fn: 'boundary', args } as const
    const found = (await pool.chain.gateway.call(call, 'latest')) as unknown as AnyData
    assert.equal(found.obligations as unknown as bigint, 0n)
    assert.equal((await realm.client.get(proofPath(id))).status, 404)
  })

  test('a realm is due when its pool or newest tree is past the interval', async ({ assert }) => {
    const clock = await app.container.make(Clock)
    const now = () => clock.nowMicros()
    const before = now()
    const realm = await TestRealm.open()
    await PoolHand.of(realm)
    await realm.account('/users/ann', '5')
    const store = await app.container.make(LiabilityStore)
    const isDue = async (since: number) => (await store.due(since, '', 10_000)).includes(realm.id)
    assert.isFalse(await isDue(before), 'the pool is younger')
    const asked = now()
    assert.isTrue(await isDue(asked))
    await attest(realm)
    assert.isFalse(await isDue(asked), 'the tree is younger')
    assert.isTrue(await isDue(now()))
  })

  test('only who may read an object reads its proof, once it is attested', async ({ assert }) => {
    const realm = await TestRealm.open()
    await PoolHand.of(realm)
    const { id } = await realm.account('/users/ann', '5')
    const early = await realm.client.get(proofPath(id))
    assert.equal(early.status, 404)
    assert.match(JSON.stringify(early.body), /next attestation/)
    await attest(realm)
    const reader = await scoped(realm, allow('svc:ReadLiabilityProof', '/users/ann'))
    assert.equal((await reader.get(proofPath(id))).status, 200)
    const holder = await scoped(realm, allow('svc:ReadBalance', '/users/ann'))
    assert.equal(
      (await holder.get(proofPath(id))).status,
      403,
      'the salt is told to no other reader'
    )
    const other = await scoped(realm, allow('svc:Read', '/users/bob'))
    assert.equal((await other.get(proofPath(id))).status, 403)
    const stranger = await Client.signIn()
    assert.equal((await stranger.get(proofPath(id))).status, 404)
    const empty = await realm.object('/users/empty')
    const nothing = await realm.client.get(proofPath(empty.id))
    assert.equal(nothing.status, 404)
    assert.match(JSON.stringify(nothing.body), /owed nothing at entry/)
  })

  test('nodes that are stored in parts prove the same as the whole tree', async ({ assert }) => {
    const nodes = await app.container.make(LiabilityNodes)
    const secret = Buffer.alloc(32, 3)
    const owed = Array.from({ length: 700 }, (_, at) => ({
      objectId: `obj_${at}`,
      amount: BigInt(at + 1),
    }))
    const levels = wholeTree(secret, owed)
    const tree = { boundaryId: `bnd_parts_${process.pid}`, seq: 1, leaves: owed.length }
    await nodes.write(tree, levels)
    for (const each of [owed[0]!, owed[255]!, owed[256]!, owed[699]!]) {
      const leaf = leafOf(secret, each)
      const place = Array.from({ length: owed.length }, (_, at) => at).find((at) =>
        hashAt(levels[0]!, at).equals(leaf.subarray(0, 32))
      )
      assert.deepEqual(await nodes.proof(tree, leaf), proofOf(levels, place!))
    }
    const stranger = leafOf(secret, { objectId: 'obj_700', amount: 1n })
    assert.isNull(await nodes.proof(tree, stranger))
    assert.isTrue(await nodes.forget(tree))
    // As if the hashes of all leaves began alike: their key says nothing of where they stand.
    for (let at = 0; at < owed.length; at++)
      levels[0]!.fill(0, at * NODE_BYTES, at * NODE_BYTES + 4)
    await nodes.write(tree, levels)
    for (const place of [0, 300, 699]) {
      const leaf = levels[0]!.subarray(place * NODE_BYTES, (place + 1) * NODE_BYTES)
      assert.deepEqual(await nodes.proof(tree, leaf), proofOf(levels, place))
    }
    assert.isTrue(await nodes.forget(tree))
  })

  test('the proof of one object reads no more of a large tree than its path', async ({
    assert,
  }) => {
    const stored = await app.container.make(LiabilityNodes)
    const database = await app.container.make(Database)
    const secret = Buffer.alloc(32, 5)
    const owed = Array.from({ length: 60_000 }, (_, at) => ({
      objectId: `obj_${at}`,
      amount: BigInt(at + 1),
    }))
    const levels = wholeTree(secret, owed)
    const tree = { boundaryId: `bnd_path_${process.pid}`, seq: 1, leaves: owed.length }
    await stored.write(tree, levels)
    for (const at of [0, 29_999, 59_999]) {
      const leaf = leafOf(secret, owed[at]!)
      const read = await database.snapshot(async (session) => {
        const handled = async () => {
          const rows = await session.read<{ Value: string }>(
            `SHOW SESSION STATUS WHERE Variable_name LIKE 'Handler_read%'`
          )
          return rows.reduce((sum, { Value }) => sum + Number(Value), 0)
        }
        let bytes = 0
        const counting = {
          read: async (sql: string, values: SqlParameter[]) => {
            const rows = await session.read<{ node?: Buffer; nodes?: Buffer }>(sql, values)
            for (const { node, nodes } of rows) bytes += (node ?? nodes)!.length
            return rows
          },
        } as unknown as Database
        const before = await handled()
        const steps = await new LiabilityNodes(counting).proof(tree, leaf)
        const rows = (await handled()) - before
        return { steps: steps!.length, rows, bytes }
      })
      assert.isAtLeast(read.steps, levels.length - 3)
      assert.isAtMost(read.rows, 3 * levels.length, 'rows that the database looked at')
      assert.isAtMost(read.bytes, 256 * 48 + levels.length * 48, 'bytes that it answered')
    }
    while (!(await stored.forget(tree)));
  })
})
