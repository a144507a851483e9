import { createHash, randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import encryption from '@adonisjs/core/services/encryption'
import type { Database } from '@adonisjs/lucid/database'
import type { QueryClientContract } from '@adonisjs/lucid/types/database'
import { openedToken } from '#modules/payment_links/storage/sealed_token'

const FOLDER = '../../../modules/payment_links/storage/migrations'
const BEFORE = [
  '0001_create_payment_links',
  '0002_add_payment_progress',
  '0003_create_late_payments',
]
const SEALING = [
  '0004_add_sealed_tokens',
  '0005_seal_tokens',
  '0006_find_links_by_hash',
  '0007_drop_readable_tokens',
]
const SCRATCH = `sealed_tokens_${process.pid}`

type Migration = new (
  client: QueryClientContract,
  file: string
) => { execUp(): Promise<unknown>; execDown(): Promise<unknown> }

async function migration(client: QueryClientContract, name: string) {
  const { default: Step } = (await import(`${FOLDER}/${name}.ts`)) as { default: Migration }
  return new Step(client, name)
}

/** A database of its own, on the server of this run. */
async function scratch(lucid: Database) {
  const primary = lucid.manager.get('mysql')!.config
  if (primary.client !== 'mysql2') throw new Error('The service runs on another database')
  await lucid.rawQuery(`CREATE DATABASE ${SCRATCH}`)
  const connection = { ...(primary.connection as object), database: SCRATCH }
  lucid.manager.add(SCRATCH, { ...primary, connection })
  return lucid.connection(SCRATCH)
}

const link = (index: number, token: string) => ({
  ...{ id: `pl_${index}`, realm_id: 'r', operation_id: `op_${index}`, type: 'deposit' },
  ...{ status: 'pending', object_path: '/a', denomination: 'USD', amount: '1', token },
  ...{ return_strategy: 'redirect', expires_at: '2026-01-01', created_at: '2026-01-01' },
})

test.group('payment_links | migrations to sealed tokens', () => {
  test('links made before keep the token they were given out with, forth and back', async ({
    assert,
    cleanup,
  }) => {
    const lucid = await app.container.make('lucid.db')
    const client = await scratch(lucid)
    cleanup(async () => {
      await lucid.manager.close(SCRATCH, true)
      await lucid.rawQuery(`DROP DATABASE ${SCRATCH}`)
    })
    for (const name of BEFORE) await (await migration(client, name)).execUp()
    // More than one batch.
    const tokens = Array.from({ length: 501 }, () => randomBytes(32).toString('base64url'))
    await client.table('payment_links').multiInsert(tokens.map((token, at) => link(at, token)))

    for (const name of SEALING) await (await migration(client, name)).execUp()
    const rows = await client.from('payment_links').select('*')
    assert.lengthOf(rows, tokens.length)
    for (const row of rows) {
      const token = tokens[Number(String(row.id).slice(3))]!
      assert.notProperty(row, 'token')
      assert.deepEqual(row.token_hash, createHash('sha256').update(token).digest())
      assert.equal(openedToken(row.token_sealed as string, encryption), token)
    }

    for (const name of SEALING.toReversed()) await (await migration(client, name)).execDown()
    const restored = (await client.from('payment_links').select('id', 'token')) as Record<
      'id' | 'token',
      string
    >[]
    assert.deepEqual(
      new Map(restored.map(({ id, token }) => [id, token])),
      new Map(tokens.map((token, at) => [`pl_${at}`, token]))
    )
  })
})
