import { test } from '@japa/runner'
import type { Address, Hex } from '#modules/custody/core/chain_types'
import { rescueMisfit, structOf, type ChainRescue, type Rescue } from '#modules/custody/core/rescue'

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const hash = (digit: string): Hex => `0x${digit.repeat(64)}`
const DAY = 24 * 3_600
const REQUESTED_AT = 1_000_000

const ASKED: Rescue = {
  pool: address('1'),
  rescueHash: hash('2'),
  id: 'rsc_1',
  realmId: 'realm',
  asset: address('3'),
  destination: address('4'),
  amount: 7n,
  place: address('5'),
  boundaryHash: hash('6'),
  refHash: hash('7'),
  state: 'waiting',
  ripeAt: null,
  requestedBlock: 1,
  judged: false,
  misfit: null,
  askedBy: null,
}

test.group('custody | what a rescue is compared by', () => {
  const asked = { ...structOf(ASKED), ripeAt: BigInt(REQUESTED_AT + DAY) }
  const cases: [misfit: string | null, found: Partial<ChainRescue>, safetyDelay?: number][] = [
    [null, {}],
    ['asset', { asset: address('8') }],
    ['destination', { to: address('8') }],
    ['amount', { amount: 8n }],
    ['place', { boundaryId: hash('8') }],
    ['place', { ref: hash('8') }],
    ['delay', { ripeAt: BigInt(REQUESTED_AT + DAY - 1) }],
    ['delay', {}, 2 * DAY],
    [null, { ripeAt: BigInt(REQUESTED_AT + 2 * DAY) }, 2 * DAY],
  ]
  for (const [misfit, change, safetyDelay = 0] of cases) {
    const what = Object.keys(change).join() || 'nothing'
    test(`${what} otherwise, with a safety delay of ${safetyDelay} s: ${misfit}`, ({ assert }) => {
      const found = { ...asked, ...change } as ChainRescue
      assert.equal(rescueMisfit(ASKED, found, REQUESTED_AT, safetyDelay), misfit)
    })
  }

  test('what nobody here has asked for fits nothing', ({ assert }) => {
    const unasked = { ...ASKED, id: null }
    assert.equal(rescueMisfit(unasked, asked, REQUESTED_AT, 0), 'not_asked')
  })
})
