import { createHash } from 'node:crypto'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { HttpContext } from '@adonisjs/core/http'
import { test } from '@japa/runner'
import { registered } from '#tests/functional/auth/support/signing'
import {
  MAPPING,
  RECONCILIATIONS,
  completed,
  csv,
  upload,
} from '#tests/functional/reconciliation/support/comparing'
import { RECONCILIATION_LIMITS } from '#modules/reconciliation/limits'
import { admitUpload, uploadsUnderWay } from '#app/http/multipart_body'
import { LIMITS } from '#app/limits'
import { Client, TestRealm, accepted, eventually, until, type AnyData } from '#tests/support/client'
import { RawHttp } from '#tests/support/raw_http'
import { signatureHeaders, unusedSecond } from '#tests/support/signing_pair'

const A = '/users/a'

interface Refusal {
  text: string
  fields: AnyData
  told: [field: string, rule: string]
}

test.group('reconciliation | uploads', (group) => {
  let realm: TestRealm
  const valid = { objectPath: A }

  group.setup(async () => {
    realm = await TestRealm.with({ [A]: '0' })
  })

  test('what cannot be read or meant is refused when it is uploaded: {text}')
    .with<Refusal[]>([
      { text: 'no file', fields: { file: null }, told: ['file', 'required'] },
      { text: 'a text instead of a file', fields: { file: {} }, told: ['file', 'file'] },
      { text: 'an empty file', fields: { file: '' }, told: ['file', 'file'] },
      { text: 'a first line that is wrong', fields: { file: csv(['x']) }, told: ['file', 'file'] },
      {
        text: 'a column that is not there',
        fields: { mapping: { ...MAPPING, amount: 'Betrag' } },
        told: ['mapping.amount', 'column'],
      },
      {
        text: 'a mapping without an amount',
        fields: { mapping: { date: 'Date' } },
        told: ['mapping.amount', 'exactly_one'],
      },
      {
        text: 'two ways to read an amount',
        fields: { mapping: { ...MAPPING, credit: 'Amount', debit: 'Amount' } },
        told: ['mapping.amount', 'exactly_one'],
      },
      {
        text: 'a mapping of an unknown part',
        fields: { mapping: { ...MAPPING, amont: 'Amount' } },
        told: ['mapping.amont', 'unknown'],
      },
      { text: 'a mapping that is no JSON', fields: { mapping: '{' }, told: ['mapping', 'object'] },
      {
        text: 'one character for decimals and groups',
        fields: { mapping: { ...MAPPING, group: '.' } },
        told: ['mapping.group', 'different'],
      },
      {
        text: 'a mapping of what has no columns',
        fields: { format: 'mt940', mapping: MAPPING },
        told: ['mapping', 'csv_only'],
      },
      { text: 'another format', fields: { format: 'ofx' }, told: ['format', 'enum'] },
      { text: 'no rule at all', fields: { rules: [] }, told: ['rules', 'array.minLength'] },
      {
        text: 'a rule of another kind',
        fields: { rules: [{ by: 'luck', days: 1 }] },
        told: ['rules.0.by', 'enum'],
      },
      {
        text: 'a rule that reaches too far',
        fields: { rules: [{ by: 'amount', days: 367 }] },
        told: ['rules.0.days', 'range'],
      },
      { text: 'a day that is none', fields: { from: '2026-02-30' }, told: ['from', 'day'] },
      {
        text: 'days that run backwards',
        fields: { from: '2026-02-02', to: '2026-02-01' },
        told: ['to', 'range'],
      },
      {
        text: 'two things to compare with',
        fields: { prefix: '/users' },
        told: ['objectPath', 'exactly_one'],
      },
      { text: 'a field that nobody knows', fields: { book: 'true' }, told: ['book', 'unknown'] },
    ])
    .run(async ({ assert }, { fields, told: [field, rule] }) => {
      const reply = await upload(realm, { ...valid, ...fields })
      assert.deepEqual([reply.status, reply.error.code], [400, 'VALIDATION_ERROR'])
      const found = reply.error.details!.fields!.map((each) => [each.field, each.rule])
      assert.deepEqual(found, [[field, rule]], JSON.stringify(reply.error))
    })

  test('a body that is no form, or a form without end, is refused', async ({ assert }) => {
    const send = (body: string, type: string) =>
      realm.client.send('POST', RECONCILIATIONS, body, { 'content-type': type })
    const wrong: [body: string, type: string, rule: string][] = [
      ['{}', 'application/json', 'multipart'],
      ['x', 'multipart/form-data', 'boundary'],
      ['--b\r\n', 'multipart/form-data; boundary=b', 'multipart'],
      ['--b\r\n'.repeat(100), 'multipart/form-data; boundary=b', 'parts'],
    ]
    for (const [body, type, rule] of wrong) {
      const { status, error } = await send(body, type)
      assert.deepEqual([status, error.details?.fields?.[0]?.rule], [400, rule], type)
    }
    const announced = { 'content-type': 'multipart/form-data; boundary=b' }
    const large = await realm.client.send(
      'POST',
      RECONCILIATIONS,
      `--b${' '.repeat(RECONCILIATION_LIMITS.uploadBytes)}`,
      announced
    )
    assert.deepEqual([large.status, large.error.code], [413, 'PAYLOAD_TOO_LARGE'])
  })

  /** Sends the beginning of a file, and then nothing. */
  const sendSlowly = async ({ token }: Client) => {
    const connection = await RawHttp.open()
    const headers = {
      'authorization': `Bearer ${token}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 100_000,
    }
    connection.send(`POST ${RECONCILIATIONS}`, headers, '--b')
    return connection
  }

  /** Asked for before another file is sent, which would take the place of one that is slow to be admitted. */
  const admitted = (count: number) =>
    until(`${count} files to be admitted`, () => uploadsUnderWay() === count)

  const refused = (of: TestRealm, code: string) =>
    eventually(code, async () => {
      const { error } = await upload(of, {})
      return error.code === code ? error : null
    })

  test('slow files of one organization keep nobody else waiting', async ({ assert, cleanup }) => {
    const slow = await Promise.all(
      Array.from({ length: LIMITS.uploadsAtOnce }, () => sendSlowly(realm.client))
    )
    cleanup(() => slow.forEach((each) => each.close()))
    await admitted(LIMITS.uploadsOfOrganization)
    const { message } = await refused(realm, 'OVERLOADED')
    assert.match(message, /receives 1 of your organization’s files already/)
    const other = await TestRealm.with({ [A]: '0' })
    const { status, body } = await upload(other, valid)
    assert.equal(status, 202, JSON.stringify(body))
  })

  test('three files fit, and a client that leaves makes room', async ({ assert, cleanup }) => {
    const clients = await Promise.all(
      Array.from({ length: LIMITS.uploadsAtOnce }, () => Client.signIn())
    )
    const slow = await Promise.all(clients.map(sendSlowly))
    cleanup(() => slow.forEach((each) => each.close()))
    await admitted(LIMITS.uploadsAtOnce)
    const { message } = await refused(realm, 'OVERLOADED')
    assert.match(message, /receives 3 files already/)
    slow[0]!.close()
    await refused(realm, 'VALIDATION_ERROR')
  })

  test('a client that has left before its file is admitted takes no room', async ({ assert }) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()))
    response.destroy()
    await until('the response to close', () => Promise.resolve(response.closed))
    const left = { response: { response } } as HttpContext
    for (let count = 0; count <= LIMITS.uploadsAtOnce; count++) {
      assert.throws(() => admitUpload(left, 'org_left'), /VALIDATION_ERROR/)
    }
    const { error } = await upload(realm, {})
    assert.equal(error.code, 'VALIDATION_ERROR')
  })

  test('an endless name of a field is not told again in full', async ({ assert }) => {
    const reply = await upload(realm, {
      ...valid,
      ['x'.repeat(1_000_000)]: '\ud800'.repeat(70_000),
    })
    assert.deepEqual([reply.status, reply.error.code], [400, 'VALIDATION_ERROR'])
    assert.isBelow(JSON.stringify(reply.error).length, 2000)
  })

  test('the same upload with one key is one, whatever its file is called', async ({ assert }) => {
    const key = { 'idempotency-key': 'statement-of-may' }
    const file = csv(['42.00'])
    const first = accepted(await upload(realm, { ...valid, file }, key))
    const named = new File([file], 'another.csv')
    const again = await upload(realm, { ...valid, file: named }, key)
    assert.equal(accepted(again).reconciliation.id, first.reconciliation.id)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    const other = await upload(realm, { ...valid, file: csv(['43.00']) }, key)
    assert.deepEqual([other.status, other.error.code], [409, 'IDEMPOTENCY_VIOLATION'])
    await completed(realm.client, first.reconciliation.id)
  })

  test('a signed upload is signed over its fields and its file’s hash', async ({ assert }) => {
    const { pair } = await registered(realm.client)
    const file = csv(['44.00'])
    const fields = {
      realmId: realm.id,
      format: 'csv',
      mapping: JSON.stringify(MAPPING),
      objectPath: A,
    }
    const sha256 = createHash('sha256').update(file).digest('hex')
    const body = { ...fields, file: { bytes: Buffer.byteLength(file), sha256 } }
    const signed = async (content: string) =>
      upload(
        realm,
        { ...fields, file: content },
        await signatureHeaders(pair, { body, timestamp: unusedSecond() })
      )
    assert.equal((await signed(file)).status, 202)
    const other = await signed(csv(['45.00']))
    assert.deepEqual([other.status, other.error.code], [401, 'INVALID_SIGNATURE'])
  })
})
