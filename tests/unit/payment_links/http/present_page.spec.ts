import { test } from '@japa/runner'
import i18n from '@adonisjs/i18n/services/main'
import { decodeQR } from 'qr/decode.js'
import { PageLanguage } from '#modules/payment_links/http/page_language'
import { presentPage, type PageVisit } from '#modules/payment_links/http/present_page'
import type { PublicPayment } from '#modules/payment_links/services/show_payment'

const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const PIXELS = 4

const payment: PublicPayment = {
  link: {
    id: 'pl_1',
    realmId: 'r',
    operationId: 'op_1',
    type: 'deposit',
    status: 'pending',
    objectPath: '/till',
    denomination: 'USD',
    amount: 1_234_567_500000n,
    sealedToken: 'sealed',
    returnUrl: null,
    returnStrategy: 'redirect',
    description: null,
    reference: null,
    metadata: null,
    destinationAddress: null,
    receivedAmount: null,
    lateAmount: null,
    expiresAt: 0,
    heldUntil: null,
    createdAt: 0,
  },
  token: 'A'.repeat(43),
  status: 'pending',
  progress: 'waiting',
  failureMessage: null,
  failed: false,
  seen: false,
  destinationAddress: null,
  realmName: '  shop',
  branding: null,
  paper: false,
  readAt: 0,
  receipt: null,
  instructions: {
    poolAddress: ADDRESS,
    tokenAddress: ADDRESS,
    chain: 'eip155:8453',
    expiresAt: '',
  },
}

const shown = (of: PublicPayment, visit?: PageVisit) =>
  presentPage(of, new PageLanguage(i18n.locale('en')), visit)

/** What a camera sees of the page's code. */
function drawn({ size, path }: { size: number; path: string }) {
  const side = size * PIXELS
  const data = new Uint8Array(side * side * 4).fill(255)
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)) {
    for (let pixel = 0; pixel < PIXELS * PIXELS; pixel++) {
      const column = Number(x) * PIXELS + (pixel % PIXELS)
      const row = Number(y) * PIXELS + Math.floor(pixel / PIXELS)
      data.fill(0, (row * side + column) * 4, (row * side + column) * 4 + 3)
    }
  }
  return { width: side, height: side, data }
}

test.group('payment_links | present_page', () => {
  test('a camera reads the address, and nothing else, from the code', ({ assert }) => {
    const { payTo } = shown(payment)
    assert.equal(decodeQR(drawn(payTo!.code)), ADDRESS)
    assert.equal(payTo!.network, 'Base')
  })

  test('amounts are grouped, never rounded', ({ assert }) => {
    assert.equal(shown(payment).amount, '1,234,567.50 USD')
    const small = { ...payment, link: { ...payment.link, amount: 1234n } }
    assert.equal(shown(small).figure, '0.001234')
  })

  test('the initial is the first letter that is there', ({ assert }) => {
    assert.equal(shown(payment).initial, 'S')
    assert.equal(shown({ ...payment, realmName: '🦊 fox' }).initial, '🦊')
  })

  test('less or more than was asked for is said', ({ assert }) => {
    const link = { ...payment.link, receivedAmount: 5_000000n }
    assert.equal(shown({ ...payment, link, status: 'completed' }).received, '5.00 USD')
    const exact = { ...payment.link, receivedAmount: payment.link.amount }
    assert.isNull(shown({ ...payment, link: exact, status: 'completed' }).received)
  })

  test('a refused payment is no expired one', ({ assert }) => {
    const ended = { ...payment, status: 'expired', progress: 'ended' } as const
    assert.equal(shown(ended).state, 'expired')
    assert.equal(shown({ ...ended, failed: true }).state, 'failed')
  })

  test('a wallet on the same device is told token, chain, receiver and base units', ({
    assert,
  }) => {
    const { wallet } = shown(payment).payTo!
    const transfer = `ethereum:${ADDRESS}@8453/transfer?address=${ADDRESS}`
    assert.equal(wallet, `${transfer}&uint256=1234567500000`)
  })

  test('only a browser that saw the payment open is led away', ({ assert }) => {
    const receipt = { completedAt: 1, transactions: [] }
    const ended = { ...payment, status: 'completed', progress: 'ended', receipt } as const
    assert.isFalse(shown(ended).leads)
    assert.isTrue(shown(ended, { hasWatched: true }).leads)
    assert.isFalse(shown(payment, { hasWatched: true }).leads)
  })

  test('an address that was typed is shown again before money goes there', ({ assert }) => {
    const payout = { ...payment, link: { ...payment.link, type: 'withdrawal' } } as const
    assert.equal(shown(payout).state, 'payout')
    assert.containSubset(shown(payout, { review: ADDRESS }), { state: 'review', isReviewed: true })
    const fixed = { ...payout, destinationAddress: ADDRESS }
    assert.containSubset(shown(fixed), { state: 'review', isReviewed: false })
  })
})
