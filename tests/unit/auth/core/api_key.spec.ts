import { test } from '@japa/runner'
import { keyPrefixOf, keyPrincipal, type ApiKey } from '#modules/auth/core/api_key'
import { newKeySecret } from '#modules/auth/services/key_secret'
import { newRefreshSecret, refreshHash } from '#modules/auth/services/refresh_secret'

const SECRET = 'x'.repeat(43)

const stored = (changes: Partial<ApiKey>): ApiKey => ({
  id: 'key_1',
  orgId: 'org_1',
  createdBy: 'bld_1',
  createdByKeyId: null,
  adoptedBy: null,
  name: 'Test',
  keyPrefix: 'abcdefgh',
  realmId: null,
  grant: { permissions: 'full' },
  createdAt: 0,
  updatedAt: 0,
  revokedAt: null,
  ...changes,
})

test.group('auth | API key', () => {
  test('a new key carries its prefix', ({ assert }) => {
    const { rawKey, keyPrefix } = newKeySecret()
    assert.match(rawKey, /^svc_[0-9A-Za-z]{8}_[\w-]{43}$/)
    assert.equal(keyPrefixOf(rawKey), keyPrefix)
  })

  test('an API key and a refresh token never pass for each other', ({ assert }) => {
    for (let round = 0; round < 500; round++) {
      assert.isNull(keyPrefixOf(newRefreshSecret()))
      assert.isNull(refreshHash(newKeySecret().rawKey))
    }
  })

  test('"{$self}" has not the shape of a key')
    .with([
      '',
      'svc_',
      `svc_abcdefgh${SECRET}`,
      `svc_abcdefg_${SECRET}`,
      `svc_abcdefghi_${SECRET}`,
      `svc_abcd_fgh_${SECRET}`,
      `svc_abcdefgh_${SECRET}x`,
      `svc_abcdefgh_${SECRET.slice(1)}`,
      `svc_abcdefgh_${SECRET.slice(1)}%`,
      `svc_abcdefgh_${SECRET}\n`,
      `SVC_abcdefgh_${SECRET}`,
      `svc_rt_${SECRET}`,
    ])
    .run(({ assert }, text) => {
      assert.isNull(keyPrefixOf(text))
    })

  test('a preset means its actions of today, and full no restriction', ({ assert }) => {
    const presets = { read: ['svc:A', 'svc:Added'], trade: [], full: ['svc:*'] }
    const read = keyPrincipal(stored({ grant: { permissions: 'read' } }), presets)
    assert.deepEqual(read.statements, [
      { effect: 'Allow', actions: ['svc:A', 'svc:Added'], resources: ['*'] },
    ])
    assert.isNull(keyPrincipal(stored({}), presets).statements)
    assert.deepEqual(keyPrincipal(stored({ grant: { statements: [] } }), presets).statements, [])
  })
})
