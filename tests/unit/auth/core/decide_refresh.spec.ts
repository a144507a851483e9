import { test } from '@japa/runner'
import { decideRefresh, type RefreshToken } from '#modules/auth/core/decide_refresh'

const NOW = 1_000_000
const fresh: RefreshToken = {
  familyId: 'rtf_1',
  builderId: 'bld_1',
  expiresAt: NOW + 1,
  rotatedAt: null,
  revokedAt: null,
}

test.group('auth | decide_refresh', () => {
  test('a fresh token rotates', ({ assert }) => {
    assert.equal(decideRefresh(fresh, NOW), 'rotate')
  })

  test('an unknown, expired or revoked token is refused', ({ assert }) => {
    assert.equal(decideRefresh(null, NOW), 'refuse')
    assert.equal(decideRefresh({ ...fresh, expiresAt: NOW }, NOW), 'refuse')
    assert.equal(decideRefresh({ ...fresh, revokedAt: 1 }, NOW), 'refuse')
  })

  test('a used token ends its family, even after it has expired', ({ assert }) => {
    assert.equal(decideRefresh({ ...fresh, rotatedAt: 1 }, NOW), 'revoke_family')
    assert.equal(decideRefresh({ ...fresh, rotatedAt: 1, expiresAt: 1 }, NOW), 'revoke_family')
  })

  test('a used token of an ended family has nothing left to end', ({ assert }) => {
    assert.equal(decideRefresh({ ...fresh, rotatedAt: 1, revokedAt: 2 }, NOW), 'refuse')
  })
})
