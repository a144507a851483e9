import { test } from '@japa/runner'
import { Chromium } from '#tests/support/browser'
import { TestRealm } from '#tests/support/client'
import { openLink } from '#tests/functional/payment_links/support/links'

/** What a visitor without anything in the cache may be made to load, and to draw. */
interface Budget {
  page: string
  open: () => string | Promise<string>
  /** Compressed. */
  bytes: number
  requests: number
  /** What drawing it takes of a processor, in pages of a thousand plain rows. */
  plainPages: number
}

const DOCS = { bytes: 120_000, requests: 4, plainPages: 7 }

/** The largest pages of each kind; the console's stand in `console_reading.spec.ts`. */
const BUDGETS: Budget[] = [
  ...['/docs', '/docs/reference/ledger', '/docs/schemas', '/docs/search?q=hold'].map((page) => ({
    page,
    open: () => page,
    ...DOCS,
  })),
  { page: 'the landing page', open: () => '/', bytes: 20_000, requests: 4, plainPages: 2 },
  {
    page: 'a payment page',
    open: async () => {
      const realm = await TestRealm.with({ '/till': '0' })
      return new URL((await openLink(realm)).url).pathname
    },
    bytes: 20_000,
    // With the stream that tells when the payment has come.
    requests: 5,
    plainPages: 2,
  },
]

test.group('browser | budgets of first views', (group) => {
  const chromium = Chromium.for(group)

  test('{page} is there at once for who comes for the first time')
    .with(BUDGETS)
    .run(async ({ assert }, { open, bytes, requests, plainPages }) => {
      const address = await open()
      const visit = await chromium.visit()
      const { page } = visit
      let asked = 0
      page.on('request', () => asked++)
      const took = await visit.plainPages(() => page.goto(address))
      const loaded = await page.evaluate<number>(
        'performance.getEntries().reduce((sum, { encodedBodySize = 0 }) => sum + encodedBodySize, 0)'
      )
      assert.isAbove(loaded, 0)
      assert.isAtMost(loaded, bytes, 'bytes')
      assert.isAtMost(asked, requests, 'requests')
      assert.isAtMost(took, plainPages, 'plain pages')
    })
})
