import { glob } from 'node:fs/promises'
import { test } from '@japa/runner'
import app from '@adonisjs/core/services/app'
import { DocsSearch } from '#app/http/docs/docs_search'
import { ApiDocument } from '#app/http/openapi/api_document'
import { StreamDocument } from '#app/realtime/stream_document'
import { BASE_URL, Client } from '#tests/support/client'

const guest = Client.anonymous()

/** The addresses that a search finds, best first. */
async function search(q: string): Promise<string[]> {
  const { status, body } = await guest.get('/docs/search', { q })
  if (status !== 200) throw new Error(`Unexpected answer ${status}: ${String(body)}`)
  const [, found = ''] = String(body).split('<main')
  return [...found.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href!)
}

test.group('host | documentation', () => {
  test('every link of every page leads to a page, and to its part there', async ({ assert }) => {
    const anchors = new Map<string, Set<string>>()
    const named: [page: string, anchor: string, from: string][] = []
    const broken: string[] = []
    const wanted = ['/docs']
    for (let address = wanted.pop(); address !== undefined; address = wanted.pop()) {
      if (anchors.has(address)) continue
      const { status, body } = await guest.get(address)
      if (status !== 200) broken.push(address)
      const html = String(body)
      anchors.set(address, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id!)))
      for (const [, href] of html.matchAll(/<a href="((?:\/docs|#)[^"]*)"/g)) {
        const { pathname, hash } = new URL(href!, `${BASE_URL}${address}`)
        wanted.push(pathname)
        if (hash !== '') named.push([pathname, decodeURIComponent(hash.slice(1)), address])
      }
    }
    const lost = named.filter(([page, anchor]) => !anchors.get(page)?.has(anchor))
    broken.push(...lost.map(([page, anchor, from]) => `${page}#${anchor} on ${from}`))
    assert.deepEqual(broken, [])
    const guides = await Array.fromAsync(glob('*.md', { cwd: app.makePath('docs/guides') }))
    for (const guide of guides) {
      assert.isTrue(anchors.has(`/docs/guides/${guide.replace('.md', '')}`), guide)
    }
  })

  test('the documentation loads nothing foreign, and no inline script', async ({ assert }) => {
    const page = await guest.get('/docs')
    assert.equal(page.status, 200)
    assert.notMatch(String(page.body), /(src|href)="https?:/)
    const policy = page.headers.get('content-security-policy')!
    assert.include(policy, "script-src 'self'")
    assert.notInclude(policy, "script-src 'self' 'unsafe-inline'")
    assert.equal((await guest.get('/docs/assets/docs.css')).status, 200)
    for (const none of ['assets/package.json', 'guides/none', 'reference/none', '..%2Fpackage']) {
      assert.equal((await guest.get(`/docs/${none}`)).status, 404, none)
    }
  })

  test('a page that does not exist leads back to those that do', async ({ assert }) => {
    const accept = { accept: 'text/html' }
    const { status, body } = await guest.send('GET', '/docs/guides/none', undefined, accept)
    assert.equal(status, 404)
    assert.include(String(body), '<a href="/docs">Back to the documentation</a>')
  })

  for (const [asked, wanted] of [
    ['createTransfer', '/docs/reference/ledger#createTransfer'],
    ['capture hold', '/docs/reference/ledger#captureHold'],
    ['INSUFFICIENT_BALANCE', '/docs/reference/ledger#createTransfer'],
    ['webhok signature', '/docs/'],
    ['/api/v1/payment-links', '#createPaymentLink'],
    ['transactionHash', '#listOperations'],
    ['StatementLine', '/docs/schemas#StatementLine'],
    ['opening balance statement', '/docs/guides/statements'],
    ['deliverySeq', '/docs/stream'],
    ['zzzz recovery', 'recovery'],
  ] as const) {
    test(`a search for "${asked}" leads to ${wanted}`, async ({ assert }) => {
      const found = await search(asked)
      assert.isAtMost(found.length, 20)
      assert.isTrue(
        found.some((href) => href.includes(wanted)),
        found.join(' ')
      )
    })
  }

  test('every result of a search leads to its part of a page', async ({ assert }) => {
    const hrefs = (await Promise.all(['hold', 'path', 'key', 'object'].map(search))).flat()
    const pages = new Map<string, string>()
    for (const href of new Set(hrefs)) {
      const [page, anchor] = href.split('#') as [string, string]
      if (!pages.has(page)) pages.set(page, String((await guest.get(page)).body))
      assert.include(pages.get(page), ` id="${anchor}"`, href)
    }
  })

  test('a search that finds or asks for nothing says where to go on', async ({ assert }) => {
    const nothing = await guest.get('/docs/search', { q: '<b>qqqq&' })
    assert.include(String(nothing.body), '&lt;b&gt;qqqq&amp;')
    assert.notInclude(String(nothing.body), '<b>qqqq')
    assert.include(String(nothing.body), 'href="/docs"')
    for (const q of [undefined, '', '   ']) {
      assert.include(String((await guest.get('/docs/search', { q })).body), 'Words of guides')
    }
    assert.equal((await guest.get('/docs/search', { q: 'x'.repeat(101) })).status, 400)
  })

  test('an index that could not be made is made for the next search', async ({ assert }) => {
    const real = await app.container.make(ApiDocument)
    const texts = [() => assert.fail('nothing to read'), () => real.text()]
    const reference = { text: () => texts.shift()!() } as ApiDocument
    const docs = new DocsSearch(reference, await app.container.make(StreamDocument))
    await assert.rejects(() => docs.find('transfer'), 'nothing to read')
    assert.isNotEmpty(await docs.find('transfer'))
    assert.isNotEmpty(await docs.find('hold'), 'made once more, and kept')
  })

  test('a page is sent compressed, and once while it is the same', async ({ assert }) => {
    const ask = (headers: Record<string, string>) =>
      fetch(`${BASE_URL}/docs/reference/ledger`, { headers })
    const page = await ask({ 'accept-encoding': 'gzip' })
    assert.equal(page.headers.get('content-encoding'), 'gzip')
    const etag = page.headers.get('etag')!
    assert.include(await page.text(), '/api/v1/transfer')
    const again = await ask({ 'if-none-match': etag })
    assert.deepEqual([again.status, await again.text()], [304, ''])
  })
})
