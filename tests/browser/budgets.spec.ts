import { test } from '@japa/runner'
import { Chromium } from '#tests/support/browser'
import { TestRealm } from '#tests/support/client'
import { openLink } from '#tests/functional/payment_links/support/links'

/** What a visitor without anything in the cache may be made to load, and to draw: of a processor. */
interface Budget {
  page: string
  open: () => string | Promise<string>
  /** Compressed. */
  bytes: number
  requests: number
  firstViewMs: number
}

const DOCS = { bytes: 120_000, requests: 4, firstViewMs: 400 }

/** The largest pages of each kind; the console's stand in `console_reading.spec.ts`. */
const BUDGETS: Budget[] = [
  ...['/docs', '/docs/reference/ledger', '/docs/schemas', '/docs/search?q=hold'].map((page) => ({
    page,
    open: () => page,
    ...DOCS,
  })),
  { page: 'the landing page', open: () => '/', bytes: 20_000, requests: 4, firstViewMs: 200 },
  {
    page: 'a payment page',
    open: async () => {
      const realm = await TestRealm.with({ '/till': '0' })
      return new URL((await openLink(realm)).url).pathname
    },
    bytes: 20_000,
    // With the stream that tells when the payment has come.
    requests: 5,
    firstViewMs: 200,
  },
]

test.group('browser | budgets of first views', (group) => {
  const chromium = Chromium.for(group)

  test('{page} is there at once for who comes for the first time')
    .with(BUDGETS)
    .run(async ({ assert }, { open, bytes, requests, firstViewMs }) => {
      const address = await open()
      const visit = await chromium.visit()
      const { page } = visit
      let asked = 0
      page.on('request', () => asked++)
      const tookMs = await visit.processorMs(() => page.goto(address))
      const loaded = await page.evaluate<number>(
        'performance.getEntries().reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)'
      )
      assert.isAbove(loaded, 0)
      assert.isAtMost(loaded, bytes, 'bytes')
      assert.isAtMost(asked, requests, 'requests')
      assert.isAtMost(tookMs, firstViewMs, 'of a processor')
    })
})
