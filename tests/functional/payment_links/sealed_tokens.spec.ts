import { createHash, randomBytes } from 'node:crypto'
import { test } from '@japa/runner'
import encryption from '@adonisjs/core/services/encryption'
import { openedToken } from '#modules/payment_links/storage/sealed_token'
import { ScratchMigrations } from '#tests/support/scratch_migrations'

const FOLDER = 'modules/payment_links/storage/migrations'
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

const link = (index: number, token: string) => ({
  id: `pl_${index}`,
  realm_id: 'r',
  operation_id: `op_${index}`,
  type: 'deposit',
  status: 'pending',
  object_path: '/a',
  denomination: 'USD',
  amount: '1',
  token,
  return_strategy: 'redirect',
  expires_at: '2026-01-01',
  created_at: '2026-01-01',
})

test.group('payment_links | migrations to sealed tokens', () => {
  test('links made before keep their token, forth and back', async ({ assert, cleanup }) => {
    const migrations = await ScratchMigrations.in(FOLDER, 'sealed_tokens')
    cleanup(migrations.remove)
    const { client } = migrations
    await migrations.up(...BEFORE)
    // More than one batch.
    const tokens = Array.from({ length: 501 }, () => randomBytes(32).toString('base64url'))
    await client.table('payment_links').multiInsert(tokens.map((token, at) => link(at, token)))

    await migrations.up(...SEALING)
    const rows = await client.from('payment_links').select('*')
    assert.lengthOf(rows, tokens.length)
    for (const row of rows) {
      const token = tokens[Number(String(row.id).slice(3))]!
      assert.notProperty(row, 'token')
      assert.deepEqual(row.token_hash, createHash('sha256').update(token).digest())
      assert.equal(openedToken(row.token_sealed as string, encryption), token)
    }

    await migrations.down(...SEALING)
    const restored = (await client.from('payment_links').select('id', 'token')) as Record<
      'id' | 'token',
      string
    >[]
    const opened = new Map(restored.map(({ id, token }) => [id, token]))
    assert.deepEqual(opened, new Map(tokens.map((token, at) => [`pl_${at}`, token])))
  })
})
