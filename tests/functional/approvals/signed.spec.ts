import { test } from '@japa/runner'
import { registered } from '#tests/functional/auth/support/signing'
import { requireSignatures } from '#tests/support/auth_settings'
import { Client, TestRealm, accepted, type AnyData } from '#tests/support/client'
import { readRows } from '#tests/support/rows'
import { signatureHeaders, unusedSecond, type SigningPair } from '#tests/support/signing_pair'
import { Office, waiting } from './support/approving.ts'

test.group('approvals | signed requests and minted tokens', (group) => {
  let office: Office
  let key: Awaited<ReturnType<Office['key']>>
  let pair: SigningPair
  let signingKeyId: string

  group.setup(async () => {
    office = await Office.open()
    key = await office.key()
    const registration = await registered(office.maker.client)
    pair = registration.pair
    signingKeyId = registration.view.id
  })

  test('the signature stays with the operation, and serves nothing else', async ({ assert }) => {
    const path = '/op/signed'
    const body = {
      realmId: office.realm.id,
      path,
      sourceObjectPath: '/treasury',
      targetObjectPath: '/users/a',
      amount: '50',
    }
    const headers = await signatureHeaders(pair, { body, timestamp: unusedSecond() })
    const send = (address: string) =>
      key.client.send<AnyData>('POST', `/api/v1${address}`, body, headers)
    const approval = waiting(await send('/transfer'))
    assert.equal(waiting(await send('/transfer')).id, approval.id, 'a repetition finds it')
    const claims =
      await readRows`SELECT method, route FROM signature_claims WHERE route = ${'/api/v1/transfer'}
          ORDER BY usable_until DESC`
    assert.containSubset(claims, [{ method: 'POST', route: '/api/v1/transfer' }])

    await office.approve(approval, office.ann, office.ben)
    const { operationIds } = await office.ended(approval.id, 'executed')
    const { evidence } = accepted(await office.realm.evidence(operationIds[0]!))
    assert.containSubset(evidence.signatures, [{ fingerprint: pair.fingerprint }])
    assert.equal((await send('/transfer')).status, 201, 'the kept answer')
  })

  test('a required signature is not got around by waiting', async ({ assert, cleanup }) => {
    const live = await office.maker.client.realm({ asset: 'live' })
    cleanup(await requireSignatures())
    const made = accepted(
      await office.maker.client.signed(pair).post('/api/v1/api-keys', {
        name: 'Live',
        scope: {
          statements: [
            { actions: ['svc:CreateObject'], resources: ['*'], conditions: { approvals: 1 } },
          ],
        },
      })
    )
    const asking = new TestRealm(Client.withToken(made.rawKey), live.id)
    const refused = await asking.post('/objects', { path: '/a', operationPath: '/op/a' })
    assert.equal(refused.error.code, 'INVALID_SIGNATURE')
    assert.equal(accepted(await asking.client.get('/api/v1/approvals')).total, 0)
  })

  test('what a minted token asks for waits no longer than the token lives', async ({ assert }) => {
    const minted = accepted(
      await office.maker.client.post('/api/v1/auth/token', {
        realmId: office.realm.id,
        sub: 'clerk',
        expirationMinutes: 5,
        scope: {
          statements: [
            { actions: ['svc:Transfer'], resources: ['*'], conditions: { approvals: 1 } },
          ],
        },
      })
    )
    const clerk = new TestRealm(Client.withToken(minted.token), office.realm.id)
    const approval = waiting(await clerk.move('/treasury', '/users/a', '7'))
    const { expiresAt } = approval as unknown as { expiresAt: string }
    assert.equal(Date.parse(expiresAt), Date.parse(minted.expiresAt))
    await office.approve(approval, office.cay)
    const { operationIds } = await office.ended(approval.id, 'executed')
    const { operation } = accepted(await office.realm.evidence(operationIds[0]!))
    assert.containSubset(operation, { actorType: 'end_user', actorId: 'clerk' })
  })

  // The last one: it revokes the key of the others.
  test('nothing signed by a revoked key is executed', async ({ assert }) => {
    const signed = new TestRealm(key.client.signed(pair), office.realm.id)
    const path = '/op/revoked'
    const approval = waiting(await signed.move('/treasury', '/users/a', '50', { path }))
    accepted(await office.maker.client.send('DELETE', `/api/v1/signing-keys/${signingKeyId}`))
    await office.approve(approval, office.ann, office.ben)
    const failed = await office.ended(approval.id, 'failed')
    assert.containSubset(failed, { code: 'INVALID_SIGNATURE', operationIds: [] })
  })
})
