import { test } from '@japa/runner'
import { atOnce } from '#tests/support/client'
import { ActionCatalog } from '#modules/auth/core/action_catalog'
import type { ActionRegistry } from '#modules/auth/services/action_registry'
import { keyHash, newKeySecret } from '#modules/auth/services/key_secret'
import { KnownKeys } from '#modules/auth/services/known_keys'
import type { ApiKeyStore, StoredKey } from '#modules/auth/storage/api_key_store'

/** A table of one key that counts how often it is read, and answers when it is told to. */
class Table {
  readonly secret = newKeySecret()
  readonly asked: string[] = []
  answer: () => Promise<StoredKey | null> = async () => this.row()
  readonly known = new KnownKeys(
    {
      byPrefix: (prefix: string) => this.#read(prefix, prefix === this.secret.keyPrefix),
      byId: (id: string) => this.#read(id, id === 'key_1'),
    } as ApiKeyStore,
    { catalog: new ActionCatalog([]) } as ActionRegistry
  )

  row(revokedAt: number | null = null): StoredKey {
    const { keyPrefix, rawKey } = this.secret
    const times = { createdAt: 1, updatedAt: 1, revokedAt }
    const maker = { createdBy: 'bld_1', createdByKeyId: null, adoptedBy: null }
    const owner = { orgId: 'org_1', ...maker, name: 'Test', realmId: null }
    const key = { id: 'key_1', keyPrefix, grant: { permissions: 'full' as const }, ...owner }
    return { key: { ...key, ...times }, secretHash: keyHash(rawKey) }
  }

  #read(address: string, exists: boolean): Promise<StoredKey | null> {
    this.asked.push(address)
    return exists ? this.answer() : Promise.resolve(null)
  }
}

test.group('auth | known keys', () => {
  test('a burst of requests with one key is one read', async ({ assert }) => {
    const { known, secret, asked } = new Table()
    const principals = await atOnce(100, () => known.principalOf(secret.rawKey))
    assert.isTrue(
      principals.every((found) => typeof found === 'object' && found.credentialId === 'key_1')
    )
    assert.deepEqual(asked, [secret.keyPrefix])
  })

  test('a burst of wrong keys with one prefix is one read', async ({ assert }) => {
    const { known, asked } = new Table()
    const wrong = `svc_zzzzzzzz_${'x'.repeat(43)}`
    const found = await Promise.all(Array.from({ length: 100 }, () => known.principalOf(wrong)))
    assert.isTrue(found.every((problem) => problem === 'unknown'))
    assert.deepEqual(asked, ['zzzzzzzz'])
  })

  test('a text that is no key is never looked up', async ({ assert }) => {
    const { known, asked } = new Table()
    for (const text of ['', 'svc_', `svc_rt_${'x'.repeat(43)}`, `svc_${'x'.repeat(5000)}`]) {
      assert.equal(await known.principalOf(text), 'malformed')
    }
    assert.isEmpty(asked)
  })

  test('a right prefix with a wrong secret is refused', async ({ assert }) => {
    const { known, secret } = new Table()
    assert.equal(await known.principalOf(`svc_${secret.keyPrefix}_${'x'.repeat(43)}`), 'unknown')
    assert.isObject(await known.principalOf(secret.rawKey))
  })

  test('a revoked key is refused, also if revoked by a clock ahead of ours', async ({ assert }) => {
    const table = new Table()
    table.answer = async () => table.row(Number.MAX_SAFE_INTEGER)
    assert.equal(await table.known.principalOf(table.secret.rawKey), 'revoked')
    assert.isFalse(await table.known.stands('key_1'))
  })

  test('a read under way when a key was revoked does not bring it back', async ({ assert }) => {
    const table = new Table()
    const reading = Promise.withResolvers<StoredKey | null>()
    table.answer = () => reading.promise
    const asked = table.known.principalOf(table.secret.rawKey)
    const stands = table.known.stands('key_1')
    table.known.forget('key_1')
    reading.resolve(table.row())
    assert.equal(await asked, 'revoked')
    assert.isFalse(await stands)
    assert.equal(await table.known.principalOf(table.secret.rawKey), 'revoked')
  })

  test('without the database no key is believed, and none is forgotten', async ({ assert }) => {
    const table = new Table()
    table.answer = () => Promise.reject(new Error('away'))
    await assert.rejects(() => table.known.principalOf(table.secret.rawKey), 'away')
    await assert.rejects(() => table.known.stands('key_1'), 'away')
    table.answer = async () => table.row()
    assert.isObject(await table.known.principalOf(table.secret.rawKey))
  })
})
