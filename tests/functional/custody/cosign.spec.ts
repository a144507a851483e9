import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import * as viem from 'viem'
import { newId } from '#app/ids/ids'
import { Client, TestRealm, accepted, eventually, pluck } from '#tests/support/client'
import { MISSING, NOT_TEXT, refusesFields } from '#tests/support/refusals'
import { PROPOSE, SUBMIT, cosigning, type Fields, type Submitted } from './support/cosigning.ts'
import {
  Wallet,
  bare,
  freshAddress,
  operate,
  poolOf,
  tokensOf,
  zone,
} from './support/withdrawing.ts'
import { chainOfApp } from './support/process.ts'

const CURVE_ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

let realm: TestRealm
let boundaryId: string
const cosigner = new Wallet()
const { arm, request, proposed, signed, submit, refusalOf, operationsAt } = cosigning(
  () => realm,
  cosigner
)

test.group('custody | co-signed withdrawals', (group) => {
  group.setup(async () => {
    realm = await TestRealm.open()
    boundaryId = await zone(realm, '/armed')
    await realm.account('/armed/a', '1000.00')
    await realm.account('/open', '100.00')
  })

  test('a boundary without a recovery key is not armed', async ({ assert }) => {
    const { status, error } = await arm(boundaryId)
    assert.deepEqual([status, error.code], [409, 'CONFLICT'])
    assert.include(error.message, 'recovery key')
  })

  test('a boundary that is not armed has nothing to co-sign', async ({ assert }) => {
    const { status, error } = await realm.client.post(PROPOSE, request())
    assert.deepEqual([status, error.code], [409, 'CONFLICT'])
  })

  test('arming takes the recovery key as co-signer, once however often', async ({ assert }) => {
    await cosigner.hold(realm, boundaryId)
    const answer = { boundaryId, armed: true, cosigner: cosigner.address }
    assert.deepEqual(bare(await arm(boundaryId)), answer)
    assert.deepEqual(bare(await arm(boundaryId)), answer)
    const { status, error } = await arm(boundaryId, { cosigner: freshAddress() })
    assert.deepEqual([status, error.code], [409, 'CONFLICT'])
  })

  test('a co-signer that is nobody or the service itself is refused', async ({ assert }) => {
    const chain = await chainOfApp()
    const zero = `0x${'0'.repeat(40)}`
    for (const other of [zero, chain.plan.operator, chain.plan.token, await poolOf(realm)]) {
      const { status, error } = await arm(boundaryId, { cosigner: other })
      assert.deepEqual([status, error.code], [400, 'VALIDATION_ERROR'], other)
      assert.equal(error.details!.fields![0]!.field, 'cosigner')
    }
    await refusesFields(
      assert,
      (input) => realm.client.post(`/api/v1/custody/boundaries/${boundaryId}/arm`, input),
      { realmId: realm.id },
      { realmId: [MISSING, ...NOT_TEXT], cosigner: [1, true, {}, 'me', '0x12'] }
    )
    const [one, two] = [freshAddress(), freshAddress()]
    for (const [named, field] of [
      [{ cosigners: [one, two] }, 'threshold'],
      [{ cosigners: [one, two], threshold: 3 }, 'threshold'],
      [{ cosigners: [one, two], threshold: 0 }, 'threshold'],
      [{ cosigners: [one, one], threshold: 1 }, 'cosigners'],
      [{ cosigners: [one], threshold: 1 }, 'cosigners'],
      [{ cosigners: [one, zero], threshold: 1 }, 'cosigners'],
      [{ cosigners: [one, two], threshold: 1, cosigner: one }, 'cosigner'],
      [{ threshold: 1 }, 'threshold'],
    ] as const) {
      const { status, error } = await arm(boundaryId, named)
      assert.deepEqual([status, error.details?.fields?.[0]?.field], [400, field], field)
    }
  })

  test('boundaries of others and unknown ones do not exist', async ({ assert }) => {
    const stranger = await TestRealm.open()
    for (const id of [newId('bnd'), boundaryId]) {
      const reply = await stranger.post(`/custody/boundaries/${id}/arm`)
      assert.deepEqual([reply.status, reply.error.code], [404, 'NOT_FOUND'])
    }
    assert.equal((await arm(boundaryId, {}, stranger.client)).status, 404)
  })

  test('unsigned withdrawals and transfers out answer COSIGN_REQUIRED', async ({ assert }) => {
    const defund = await realm.client.post('/api/v1/defund-account', request())
    assert.deepEqual([defund.status, defund.error.code], [412, 'COSIGN_REQUIRED'])
    assert.deepEqual(defund.error.details, {
      boundaryId,
      surface: 'defund',
      propose: `POST ${PROPOSE}`,
      submit: `POST ${SUBMIT}`,
    })
    const fees = await realm.post('/fees/withdraw', {
      boundaryId,
      amount: '0.05',
      path: `/op/${randomUUID()}`,
    })
    assert.deepEqual([fees.status, fees.error.code], [412, 'COSIGN_REQUIRED'])
    const smuggled = { cosigned: { operationId: newId('op'), deadline: 10 ** 10, signature: '0x' } }
    const forged = await realm.client.post('/api/v1/defund-account', request(smuggled))
    assert.deepEqual(pluck(forged.error.details!.fields!, 'field'), ['cosigned'])
    const transfer = {
      realmId: realm.id,
      path: `/op/${randomUUID()}`,
      sourceObjectPath: '/armed/a',
      targetObjectPath: '/open',
      amount: '5.00',
    }
    const out = await realm.client.post('/api/v1/transfer', transfer)
    assert.deepEqual([out.status, out.error.code], [412, 'COSIGN_REQUIRED'])
    assert.equal(out.error.details!.surface, 'transfer')
    assert.equal(await operationsAt(transfer.path), 0)
    const [source, target] = [transfer.targetObjectPath, transfer.sourceObjectPath]
    const incoming = { ...transfer, sourceObjectPath: source, targetObjectPath: target }
    accepted(await realm.client.post('/api/v1/transfer', incoming))
  })

  test('a funded object is drained first, an empty one is deleted', async ({ assert }) => {
    const object = await realm.account('/armed/b', '2.00')
    const body = { realmId: realm.id, objectId: object.id, sweepToPath: '/armed/a' }
    const { status, error } = await realm.client.post('/api/v1/objects/delete', body)
    assert.deepEqual([status, error.code], [412, 'COSIGN_DRAIN_REQUIRED'])
    assert.equal(error.details!.boundaryId, boundaryId)
    const readiness = await realm.get(`/objects/${object.id}/deletion-readiness`)
    assert.containSubset(accepted(readiness), {
      cosignArmed: true,
      authorization: 'drain_first',
    })
    const empty = await realm.object('/armed/empty')
    const gone = { realmId: realm.id, objectId: empty.id }
    assert.isBelow((await realm.client.post('/api/v1/objects/delete', gone)).status, 300)
  })

  test('a proposal signed with a public library is paid', async ({ assert }) => {
    const { terms, proposal } = await proposed({ amount: '12.50' })
    const chain = await chainOfApp()
    assert.equal(proposal.boundaryId, boundaryId)
    assert.containSubset(proposal.typedData.domain, {
      name: 'ServiceCustody',
      verifyingContract: await poolOf(realm),
      chainId: chain.settings.chainId,
    })
    assert.deepEqual(proposal.typedData.message, {
      operationId: viem.keccak256(viem.toHex(proposal.nonce)),
      boundary: viem.keccak256(viem.toHex(boundaryId)),
      to: terms.destinationAddress,
      amount: '12500000',
      deadline: String(proposal.deadline),
      arming: '1',
    })
    const digest = viem.hashTypedData(proposal.typedData as unknown as viem.TypedDataDefinition)
    assert.equal(proposal.digest, digest)
    // Without them a wallet behind `eth_signTypedData_v4` signs for a domain of no fields.
    assert.deepEqual(
      proposal.typedData.types.EIP712Domain,
      viem.getTypesForEIP712Domain({ domain: proposal.typedData.domain })
    )
    assert.equal(await operationsAt(terms.path), 0)

    const signature = await cosigner.sign(proposal.typedData)
    const { nonce, deadline } = proposal
    const body = { ...terms, nonce, deadline, signature }
    const resubmitted = async () => bare<Submitted>(await submit(body)).txHash
    const reply = await submit(body)
    assert.equal(reply.status, 201)
    const { operation, txHash } = bare<Submitted>(reply)
    assert.containSubset(operation, { id: nonce, type: 'withdrawal', state: 'pending' })
    // A caller waits two seconds for it, and learns it later by asking again.
    const known = txHash ?? (await eventually('its transaction', () => resubmitted()))
    assert.match(known, /^0x/)
    const ended = await realm.completed(operation.id)
    assert.equal(await tokensOf(terms.destinationAddress), 12_500_000n)
    const outcome = JSON.parse(ended.outcome) as Fields
    assert.deepEqual(outcome.cosignature, { deadline, signature })
  })

  test('the same request twice pays once; the nonce is spent for others', async ({ assert }) => {
    const body = await signed()
    const first = bare<Submitted>(await submit(body))
    await realm.completed(first.operation.id)
    const again = await submit(body)
    assert.equal(again.status, 201)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal(bare<Submitted>(again).operation.id, first.operation.id)
    assert.equal(await tokensOf(body.destinationAddress), 10_000_000n)
    const elsewhere = { ...body, path: `/op/${randomUUID()}` }
    assert.deepEqual(await refusalOf(elsewhere), [412, 'COSIGN_NONCE_USED'])
    assert.deepEqual(await refusalOf({ ...body, amount: '9.00' }), [409, 'IDEMPOTENCY_VIOLATION'])
  })

  test('at once, one path ten times or one nonce at two paths pays once', async ({ assert }) => {
    const body = await signed()
    const replies = await Promise.all(Array.from({ length: 10 }, () => submit(body)))
    assert.deepEqual(new Set(pluck(replies, 'status')), new Set([201]))
    const ids = new Set(replies.map((reply) => bare<Submitted>(reply).operation.id))
    assert.deepEqual([...ids], [body.nonce])
    const replayed = replies.filter(({ headers }) => headers.has('idempotent-replayed'))
    assert.lengthOf(replayed, 9)
    const other = await signed()
    const paths = [other, { ...other, path: `/op/${randomUUID()}` }]
    const both = await Promise.all(paths.map((each) => submit(each)))
    assert.equal(both[0]!.status, 201)
    assert.isAbove(both[1]!.status, 399)
    for (const { nonce, destinationAddress } of [body, other]) {
      await realm.completed(nonce)
      assert.equal(await tokensOf(destinationAddress), 10_000_000n)
    }
  })

  test('a nonce that the chain has voided is used', async ({ assert }) => {
    const body = await signed()
    const chain = await chainOfApp()
    await operate(realm, 'voidOperations', [[chain.gateway.idHash(body.nonce)]])
    assert.deepEqual(await refusalOf(body), [412, 'COSIGN_NONCE_USED'])
    assert.equal(await operationsAt(body.path), 0)
  })

  test('another key, chain or pool makes a signature worthless', async ({ assert }) => {
    const { terms, proposal } = await proposed()
    const { nonce, deadline, typedData } = proposal
    const at = (domain: Fields) =>
      cosigner.sign({ ...typedData, domain: { ...typedData.domain, ...domain } })
    const wrong = [
      await new Wallet().sign(typedData),
      await at({ chainId: 1 }),
      await at({ verifyingContract: freshAddress() }),
      await at({ name: 'Other' }),
      await cosigner.account.signMessage({ message: { raw: proposal.digest as viem.Hex } }),
      viem.zeroHash,
      `0x${'00'.repeat(65)}`,
    ]
    for (const signature of wrong) {
      const refusal = await refusalOf({ ...terms, nonce, deadline, signature })
      assert.deepEqual(refusal, [400, 'VALIDATION_ERROR', 'signature'])
    }
    assert.equal(await operationsAt(terms.path), 0)
  })

  test('the malleable twin of a signature is refused', async ({ assert }) => {
    const body = await signed()
    const { r, s, yParity } = viem.parseSignature(body.signature)
    const high = viem.numberToHex(CURVE_ORDER - viem.hexToBigInt(s), { size: 32 })
    const signature = viem.serializeSignature({ r, s: high, yParity: 1 - yParity })
    const refusal = await refusalOf({ ...body, signature })
    assert.deepEqual(refusal, [400, 'VALIDATION_ERROR', 'signature'])
    assert.equal((await submit(body)).status, 201)
    await realm.completed(body.nonce)
  })

  test('a changed term makes the nonce worthless', async ({ assert }) => {
    const body = await signed()
    const changes: Fields[] = [
      { amount: '10.01' },
      { destinationAddress: freshAddress() },
      { path: `/op/${randomUUID()}` },
      { deadline: body.deadline + 1 },
      { nonce: newId('op') },
    ]
    for (const change of changes) {
      const refusal = await refusalOf({ ...body, ...change })
      assert.deepEqual(refusal, [400, 'VALIDATION_ERROR', 'nonce'], JSON.stringify(change))
    }
  })

  test('a deadline that passed, or is too far away, is refused', async ({ assert }) => {
    const chain = await chainOfApp()
    const now = (await chain.gateway.header('latest'))!.timestamp
    const wall = Math.max(now, Math.floor(Date.now() / 1000))
    for (const deadline of [now - 1, 1, wall + 40 * 24 * 3600]) {
      const { status, error } = await realm.client.post(PROPOSE, request({ deadline }))
      assert.deepEqual([status, error.details?.fields?.[0]?.field], [400, 'deadline'])
    }
  })

  test('more than the object has is refused with nothing stored', async ({ assert }) => {
    const body = await signed({ amount: '5000.00' })
    assert.deepEqual(await refusalOf(body), [400, 'INSUFFICIENT_BALANCE'])
    assert.equal(await operationsAt(body.path), 0)
  })

  test('every field is checked', async ({ assert }) => {
    const body = await signed()
    const path = ['no/slash', '/_system/x', ...NOT_TEXT]
    const wrong = {
      realmId: [MISSING, ...NOT_TEXT, 'x'],
      path: [MISSING, ...path],
      objectPath: [MISSING, ...path],
      amount: [MISSING, ...NOT_TEXT, '0', '-1', '1e3', '0.0000001'],
      destinationAddress: [MISSING, ...NOT_TEXT, '0x12', `0x${'g'.repeat(40)}`],
    }
    await refusesFields(assert, (input) => submit(input), body, {
      ...wrong,
      deadline: [MISSING, -1, 1.5, '1', true, {}, 10 ** 12],
      nonce: [MISSING, ...NOT_TEXT, 'op_', `op_${'8'.repeat(26)}`, newId('obj')],
      signature: [MISSING, ...NOT_TEXT, '0x', '0x1', 'abc', `0x${'ab'.repeat(5000)}`],
    })
    const terms = { ...body, nonce: undefined, signature: undefined }
    await refusesFields(assert, (input) => realm.client.post(PROPOSE, input), terms, wrong)
  })

  test('objects, realms and rights that are missing', async ({ assert }) => {
    const body = await signed()
    const none = await realm.client.post(PROPOSE, request({ objectPath: '/armed/none' }))
    assert.deepEqual([none.status, none.error.code], [404, 'OBJECT_NOT_FOUND'])
    const stranger = await Client.signIn()
    assert.deepEqual(await refusalOf(body, stranger), [404, 'NOT_FOUND'])
    const minted = await realm.post('/auth/token', {
      sub: 'user-1',
      scope: { statements: [{ effect: 'Allow', actions: ['svc:Write'], resources: ['*'] }] },
    })
    const token = (accepted(minted) as { token: string }).token
    assert.deepEqual((await refusalOf(body, Client.withToken(token))).slice(0, 2), [
      403,
      'FORBIDDEN',
    ])
    assert.deepEqual((await refusalOf(body, Client.anonymous())).slice(0, 2), [401, 'UNAUTHORIZED'])
    const id = boundaryId
    assert.equal((await arm(id, {}, Client.withToken(token))).status, 403)
  })

  test('a lock that nobody has read yet refuses signed withdrawals too', async ({ assert }) => {
    const body = await signed()
    const id = viem.keccak256(viem.toHex(boundaryId))
    await cosigner.callUnread(realm, 'lock', [id])
    const { status, error } = await submit(body)
    await cosigner.call(realm, 'unlock', [id])
    assert.deepEqual([status, error.code], [409, 'BOUNDARY_FROZEN'])
    assert.deepEqual(error.details, { boundaryId, status: 'soft_frozen' })
    assert.equal(await operationsAt(body.path), 0)
  })

  test('another co-signer counts at once, one taken back counts no more', async ({ assert }) => {
    const [stale, successor] = [await signed(), new Wallet()]
    const id = viem.keccak256(viem.toHex(boundaryId))
    await cosigner.call(realm, 'setCosigner', [id, successor.address])
    const revoked = await signed({}, successor)
    const operation = viem.keccak256(viem.toHex(revoked.nonce))
    await successor.call(realm, 'revokeCosignature', [id, operation])
    for (const ended of [stale, revoked]) {
      assert.deepEqual(await refusalOf(ended), [400, 'VALIDATION_ERROR', 'signature'])
    }
    const body = await signed({}, successor)
    assert.equal((await submit(body)).status, 201)
    await realm.completed(body.nonce)
  })

  test('a contract co-signs by its own rules (ERC-1271)', async ({ assert }) => {
    const chain = await chainOfApp()
    const contract = freshAddress()
    const behave = (code: viem.Hex) => chain.provider.request('anvil_setCode', [contract, code])
    // Answers every question with the magic value, and the other one with nothing.
    const [agreeing, refusing] = ['0x631626ba7e60e01b60005260206000f3', '0x60206000f3'] as const
    await behave(agreeing)
    const id = await zone(realm, '/by-contract')
    await realm.account('/by-contract/a', '50.00')
    await cosigner.hold(realm, id)
    bare(await arm(id, { cosigner: contract }))
    const { terms, proposal } = await proposed({ objectPath: '/by-contract/a' })
    const { nonce, deadline } = proposal
    const body = { ...terms, nonce, deadline, signature: '0x1234' }
    await behave(refusing)
    assert.deepEqual(await refusalOf(body), [400, 'VALIDATION_ERROR', 'signature'])
    await behave(agreeing)
    assert.equal((await submit(body)).status, 201)
    await realm.completed(nonce)
    assert.equal(await tokensOf(terms.destinationAddress), 10_000_000n)
  })

  test('a boundary that is locked or recovered takes no proposal', async ({ assert }) => {
    const id = await zone(realm, '/frozen')
    await realm.account('/frozen/a', '50.00')
    await cosigner.hold(realm, id)
    bare(await arm(id))
    const body = await signed({ objectPath: '/frozen/a' })
    await cosigner.call(realm, 'lock', [viem.keccak256(viem.toHex(id))])
    assert.deepEqual(await refusalOf(body), [409, 'BOUNDARY_FROZEN'])
    const more = await realm.client.post(PROPOSE, request({ objectPath: '/frozen/a' }))
    assert.deepEqual([more.status, more.error.code], [409, 'BOUNDARY_FROZEN'])
    await cosigner.call(realm, 'unlock', [viem.keccak256(viem.toHex(id))])
    assert.equal((await submit(body)).status, 201)
    await realm.completed(body.nonce)
  })
})
