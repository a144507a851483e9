import { createPublicKey, randomUUID, verify } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { registered, revoke, type RegisteredKey } from '#tests/functional/auth/support/signing'
import {
  Client,
  accepted,
  pluck,
  type AnyData,
  type OperationView,
  type TestRealm,
} from '#tests/support/client'
import { verifyExport } from '#modules/ledger/verifier/verify_export'
import { exportPages, sealAgain } from '#tests/functional/ledger/support/exports'
import { readLater } from '#tests/functional/ledger/support/later_evidence'
import { signatureHeaders, unixSeconds } from '#tests/support/signing_pair'
import { readRows } from '#tests/support/rows'

interface SignatureView {
  operationId: string
  keyId: string
  fingerprint: string
  publicKey: string
  signature: string
  signingInput: string
  method: string
  route: string
  createdAt: string
  shownFrom: string
  note: string | null
}

let builder: Client
let signed: Client
let realm: TestRealm
let key: RegisteredKey

const transferOf = (path = `/op/signed/${randomUUID()}`) => ({
  realmId: realm.id,
  path,
  sourceObjectPath: '/a',
  targetObjectPath: '/b',
  amount: '1.00',
})

async function signaturesOf(operationId: string): Promise<SignatureView[]> {
  const query = { includeEvidence: true }
  const { evidence } = accepted(await builder.get(`/api/v1/operations/${operationId}`, query))
  return evidence.signatures
}

async function storedSignatures(): Promise<number> {
  const sql = 'SELECT COUNT(*) AS signatures FROM request_signatures WHERE realm_id = ?'
  const [row] = await readRows<{ signatures: string }>(sql, [realm.id])
  return Number(row!.signatures)
}

function verifies({ publicKey, signature, signingInput }: SignatureView): boolean {
  const x = Buffer.from(publicKey, 'base64').toString('base64url')
  const jwk = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  return verify(null, Buffer.from(signingInput), jwk, Buffer.from(signature, 'base64'))
}

const operationOf = (data: AnyData): OperationView => data.operation

test.group('ledger | signed operations', (group) => {
  group.each.setup(readLater)

  group.setup(async () => {
    builder = await Client.signIn()
    realm = await builder.realm()
    key = await registered(builder)
    signed = builder.signed(key.pair)
    await realm.account('/a', '1000.00')
    await realm.object('/b')
  })

  test('every kind of operation carries the signature of its request', async ({ assert }) => {
    const bodies: [string, Record<string, unknown>][] = [
      ['/api/v1/transfer', transferOf()],
      [
        '/api/v1/fund-account',
        { realmId: realm.id, path: `/op/in/${randomUUID()}`, objectPath: '/b', amount: '2.00' },
      ],
      ['/api/v1/objects', { realmId: realm.id, path: `/o/${randomUUID()}` }],
      [
        '/api/v1/defund-account',
        { realmId: realm.id, path: `/op/out/${randomUUID()}`, objectPath: '/a', amount: '2.00' },
      ],
    ]
    for (const [address, body] of bodies) {
      const { id } = operationOf(accepted(await signed.post(address, body)))
      const [signature, ...more] = await signaturesOf(id)
      assert.deepEqual(more, [], address)
      const { signature: made, signingInput, createdAt, shownFrom, ...rest } = signature!
      assert.deepEqual(rest, {
        operationId: id,
        keyId: key.view.id,
        fingerprint: key.pair.fingerprint,
        publicKey: key.pair.publicKey,
        method: 'POST',
        route: address,
        note: null,
      })
      const signedAt = Number(signingInput.split('\n')[2]) * 1000
      assert.equal(Date.parse(shownFrom), signedAt + 301_000)
      assert.match(made, /^[A-Za-z0-9+/]{86}==$/)
      assert.match(createdAt, /Z$/)
      const [protocol, text] = signingInput.split('\n')
      assert.equal(protocol, 'service-operation-v1')
      assert.deepEqual(JSON.parse(text!), body)
      assert.isTrue(verifies(signature!), address)
    }
  })

  test('operations of a bulk share its signature, which is stored once', async ({ assert }) => {
    for (const mode of ['atomic', 'independent']) {
      const sides = { sourceObjectPath: '/a', targetObjectPath: '/b', amount: '1.00' }
      const transfers = Array.from({ length: 20 }, () => ({
        path: `/op/bulk/${randomUUID()}`,
        ...sides,
      }))
      const before = await storedSignatures()
      const body = { realmId: realm.id, mode, transfers }
      accepted(await signed.post('/api/v1/transfers/bulk', body))
      assert.equal(await storedSignatures(), before + 1, mode)
      for (const { path } of transfers) {
        const query = { realmId: realm.id, path }
        const { operations } = accepted(await builder.get('/api/v1/operations', query))
        const [signature] = await signaturesOf(operations[0].id)
        assert.deepEqual(JSON.parse(signature!.signingInput.split('\n')[1]!), body)
        assert.isTrue(verifies(signature!))
      }
    }
  })

  test('an unsigned operation has none, also right after a signed one', async ({ assert }) => {
    accepted(await signed.post('/api/v1/transfer', transferOf()))
    const { id } = operationOf(accepted(await builder.post('/api/v1/transfer', transferOf())))
    assert.deepEqual(await signaturesOf(id), [])
  })

  test('an operation keeps its signature while it settles', async ({ assert }) => {
    const body = {
      realmId: realm.id,
      path: `/op/in/${randomUUID()}`,
      objectPath: '/b',
      amount: '3.00',
    }
    const { id } = operationOf(accepted(await signed.post('/api/v1/fund-account', body)))
    await realm.completed(id)
    assert.lengthOf(await signaturesOf(id), 1)
  })

  test('a repeated request keeps the signature of the first one', async ({ assert }) => {
    const body = transferOf()
    const send = async (offset: number) => {
      const timestamp = unixSeconds(offset)
      const headers = await signatureHeaders(key.pair, { body, timestamp })
      const reply = await builder.send('POST', '/api/v1/transfer', body, headers)
      return { timestamp, id: operationOf(accepted(reply)).id }
    }
    const first = await send(-60)
    const again = await send(0)
    const unsigned = operationOf(accepted(await builder.post('/api/v1/transfer', body)))
    assert.deepEqual([again.id, unsigned.id], [first.id, first.id])
    const signatures = await signaturesOf(first.id)
    assert.lengthOf(signatures, 1)
    assert.isTrue(signatures[0]!.signingInput.endsWith(`\n${first.timestamp}`))
  })

  test('no reader or export shows a signature that may still be used', async ({ assert }) => {
    app.container.restoreAll()
    const from = new Date(Date.now() - 60_000).toISOString()
    const { id } = operationOf(accepted(await signed.post('/api/v1/transfer', transferOf())))
    const [shown] = await signaturesOf(id)
    assert.deepEqual([shown!.signature, shown!.signingInput], [null, null])
    assert.include(shown!.note, 'shownFrom')
    assert.isAbove(Date.parse(shown!.shownFrom), Date.now())
    const to = new Date(Date.now() + 60_000).toISOString()
    const query = { realmId: realm.id, from, to, limit: 500 }
    const page = accepted(await builder.get('/api/v1/operations/export', query))
    const found = page.operations.find(({ operation }: AnyData) => operation.id === id)
    assert.deepEqual(found.evidence.signatures, [shown])
    assert.notInclude(JSON.stringify(page), 'service-operation-v1\\n')
  })

  test('exports verify with signatures or without, unless one is forged', async ({ assert }) => {
    accepted(await signed.post('/api/v1/transfer', transferOf()))
    accepted(await signed.post('/api/v1/transfer', transferOf()))
    const query = { realmId: realm.id, type: 'transfer' }
    const later = await exportPages(builder, query)
    app.container.restoreAll()
    const now = await exportPages(builder, query)
    const findingsOf = (pages: AnyData[]) =>
      pluck(verifyExport(JSON.stringify(sealAgain(pages))).findings, 'what')
    assert.deepEqual([findingsOf(now), findingsOf(later)], [[], []])
    const forged = (change: (signatures: AnyData[]) => void) => {
      const pages = structuredClone(later)
      change(
        pages
          .flatMap(({ operations }) => operations)
          .flatMap(({ evidence }) => evidence.signatures)
          .filter(({ route }) => route === '/api/v1/transfer')
      )
      return findingsOf(pages)
    }
    const hidden = forged(([first]) =>
      Object.assign(first, { signature: null, signingInput: null })
    )
    assert.deepEqual(hidden, ['hides a signature that can no longer be used'])
    const shared = forged(([first, second]) => {
      const { signature, signingInput } = first
      Object.assign(second, { signature, signingInput })
    })
    assert.lengthOf(shared, 1)
    assert.match(shared[0]!, /^shows the signature of op_\w+ as its own$/)
  })

  test('an operation made unsigned stays so when it is repeated signed', async ({ assert }) => {
    const body = transferOf()
    const { id } = operationOf(accepted(await builder.post('/api/v1/transfer', body)))
    accepted(await signed.post('/api/v1/transfer', body))
    assert.deepEqual(await signaturesOf(id), [])
  })

  test('a refused operation leaves no signature behind', async ({ assert }) => {
    const before = await storedSignatures()
    const reply = await signed.post('/api/v1/transfer', { ...transferOf(), amount: '99999.00' })
    assert.equal(reply.error.code, 'INSUFFICIENT_BALANCE')
    assert.equal(await storedSignatures(), before)
  })

  test('what a revoked key signed stays verifiable', async ({ assert }) => {
    const owner = await Client.signIn()
    const own = await owner.realm()
    const { pair, view } = await registered(owner)
    const body = { realmId: own.id, path: '/x' }
    const made = accepted(await owner.signed(pair).post('/api/v1/objects', body))
    const { id } = operationOf(made)
    accepted(await revoke(owner, view.id))
    const query = { includeEvidence: true }
    const { evidence } = accepted(await owner.get(`/api/v1/operations/${id}`, query))
    assert.isTrue(verifies(evidence.signatures[0]))
  })

  test('a deleted object leaves a signed operation, and so does an export', async ({ assert }) => {
    const from = new Date(Date.now() - 60_000).toISOString()
    const { id: objectId } = await realm.object(`/gone/${randomUUID()}`)
    const reply = await signed.post('/api/v1/objects/delete', { realmId: realm.id, objectId })
    const { id } = operationOf(accepted(reply))
    const shown = await signaturesOf(id)
    assert.lengthOf(shown, 1)
    const to = new Date(Date.now() + 60_000).toISOString()
    const query = { realmId: realm.id, from, to, type: 'delete' }
    const exported = accepted(await builder.get('/api/v1/operations/export', query))
    const found = exported.operations.find(({ operation }: AnyData) => operation.id === id)
    assert.deepEqual(found.evidence.signatures, shown)
  })

  test('texts beyond ASCII are stored as they were signed', async ({ assert }) => {
    const path = `/ü/日本/${randomUUID()}/😀`
    const body = { realmId: realm.id, path, metadata: '{"é":"😀 \\"\\\\"}' }
    const { id } = operationOf(accepted(await signed.post('/api/v1/objects', body)))
    const [signature] = await signaturesOf(id)
    assert.include(signature!.signingInput, path)
    assert.isTrue(verifies(signature!))
  })
})
