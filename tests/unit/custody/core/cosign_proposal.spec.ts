import { test } from '@japa/runner'
import {
  isNonceOf,
  LONGEST_PROPOSAL_SECONDS,
  proposalNonce,
  type ProposalTerms,
} from '#modules/custody/core/cosign_proposal'
import { newId, newUuid } from '#app/ids/ids'

const AT_MS = Date.UTC(2026, 5, 1)
const NOW = AT_MS / 1000

const TERMS: ProposalTerms = {
  realmId: newUuid(),
  path: '/op/w1',
  objectPath: '/users/a',
  amount: 10_000_000n,
  destinationAddress: '0x52908400098527886E0F7030069857D2E4169EE7',
  deadline: NOW + 600,
}

test.group('custody | the nonce of a co-signed proposal', () => {
  test('is known again from the terms alone', ({ assert }) => {
    const nonce = proposalNonce(TERMS, AT_MS)
    assert.match(nonce, /^op_[0-9a-z]{26}$/)
    assert.isTrue(isNonceOf(nonce, TERMS, NOW))
    const lower = TERMS.destinationAddress.toLowerCase()
    assert.isTrue(isNonceOf(nonce, { ...TERMS, destinationAddress: lower }, NOW))
  })

  test('belongs to no other terms, realm or path', ({ assert }) => {
    const nonce = proposalNonce(TERMS, AT_MS)
    const others: Partial<ProposalTerms>[] = [
      { realmId: newUuid() },
      { path: '/op/w2' },
      { objectPath: '/users/b' },
      { amount: 10_000_001n },
      { destinationAddress: `0x${'1'.repeat(40)}` },
      { deadline: TERMS.deadline + 1 },
    ]
    for (const other of others) assert.isFalse(isNonceOf(nonce, { ...TERMS, ...other }, NOW))
    assert.isFalse(isNonceOf(newId('op'), TERMS, Date.now() / 1000))
  })

  test('texts that run into each other make different nonces', ({ assert }) => {
    const one = { ...TERMS, path: '/op/a","/b', objectPath: '/c' }
    const other = { ...TERMS, path: '/op/a', objectPath: '/b","/c' }
    assert.notEqual(proposalNonce(one, AT_MS), proposalNonce(other, AT_MS))
  })

  test('is not believed from the future or long after', ({ assert }) => {
    const nonce = proposalNonce(TERMS, AT_MS)
    assert.isFalse(isNonceOf(nonce, TERMS, NOW - 120))
    assert.isTrue(isNonceOf(nonce, TERMS, NOW + LONGEST_PROPOSAL_SECONDS - 1))
    assert.isFalse(isNonceOf(nonce, TERMS, NOW + LONGEST_PROPOSAL_SECONDS + 1))
  })
})
