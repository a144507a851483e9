import { test } from '@japa/runner'
import fc from 'fast-check'
import { LIMITS } from '#app/limits'
import { walkPage, type WalkSource, type WalkedPage } from '#app/storage/walk'
import { forAllAsync } from '#tests/support/for_all'

/** The numbers below `length`, in order; counts what was read. */
function numbers(length: number) {
  const source: WalkSource<number, number> & { looked: number } = {
    looked: 0,
    placeOf: (row) => row,
    async read(after, count) {
      const from = after === null ? 0 : after + 1
      const rows = Array.from(
        { length: Math.min(count, Math.max(length - from, 0)) },
        (_, index) => from + index
      )
      source.looked += rows.length
      return rows
    },
  }
  return source
}

async function walkAll(length: number, limit: number, accepts: ((row: number) => boolean) | null) {
  const found: number[] = []
  let [after, pages]: [number | null, number] = [null, 0]
  do {
    const page: WalkedPage<number, number> = await walkPage(numbers(length), {
      after,
      limit,
      accepts,
      count: false,
    })
    found.push(...page.rows)
    after = page.next
    pages += 1
  } while (after !== null)
  return { found, pages }
}

test.group('ledger | walk', () => {
  test('an unfiltered page reads one row more than it shows', async ({ assert }) => {
    const source = numbers(1_000_000)
    const page = await walkPage(source, { after: 41, limit: 10, accepts: null, count: false })
    assert.deepEqual(page.rows, [42, 43, 44, 45, 46, 47, 48, 49, 50, 51])
    assert.equal(page.next, 51)
    assert.equal(source.looked, 11)
  })

  test('pages of any filter hold every accepted row once, in order', async ({ assert }) => {
    await forAllAsync(
      [
        fc.integer({ min: 0, max: 5000 }),
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 900 }),
      ],
      { numRuns: 100 },
      async (length, limit, every) => {
        const accepts = (row: number) => row % every === every - 1
        const { found } = await walkAll(length, limit, every === 1 ? null : accepts)
        const all = Array.from({ length }, (_, index) => index)
        assert.deepEqual(found, every === 1 ? all : all.filter(accepts))
      }
    )
  })

  test('a page that finds nothing ends in time and says where to go on', async ({ assert }) => {
    const source = numbers(LIMITS.listScanRows * 3)
    const page = await walkPage(source, {
      after: null,
      limit: 10,
      accepts: () => false,
      count: true,
    })
    assert.deepEqual(page.rows, [])
    assert.equal(page.seen, 0)
    assert.equal(page.next, LIMITS.listScanRows - 1)
    assert.equal(source.looked, LIMITS.listScanRows)
    const last = LIMITS.listScanRows * 3 - 1
    const { found, pages } = await walkAll(last + 1, 10, (row) => row === last)
    assert.deepEqual(found, [last])
    assert.isAtLeast(pages, 3)
  })

  test('counting goes on past the page, to the end of the allowance', async ({ assert }) => {
    const accepts = (row: number) => row % 2 === 0
    const some = await walkPage(numbers(100), { after: null, limit: 10, accepts, count: true })
    assert.containSubset(some, { seen: 50, next: 18 })
    const many = await walkPage(numbers(50_000), { after: null, limit: 10, accepts, count: true })
    assert.equal(many.seen, LIMITS.listScanRows / 2)
  })
})
