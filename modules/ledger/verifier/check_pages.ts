import { createHash } from 'node:crypto'
import canonicalize from 'canonicalize'
import type { Page, RawPage } from './pages.ts'
import type { Findings } from './report.ts'

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

/** The digest of a page computed from its text, whatever digest the page claims. */
function contentOf({ raw }: RawPage, { page, previous }: Page['digest']): string {
  const content: Record<string, unknown> = { ...raw, digest: { page, previous } }
  delete content.nextCursor
  return sha256(canonicalize(content) ?? '')
}

/** Checks that each page is unchanged, and that the pages are one whole walk in its order. */
export function checkPages(raws: readonly RawPage[], pages: readonly Page[], findings: Findings) {
  const first = pages[0]!
  pages.forEach((page, index) => {
    const { where, digest, nextCursor } = page
    const content = contentOf(raws[index]!, digest)
    findings.expect(
      Object.keys(raws[index]!.raw.digest as object).length === Object.keys(digest).length,
      where,
      'was changed: its digest holds something else'
    )
    findings.expect(content === digest.content, where, 'was changed: its digest is another')
    findings.expect(
      sha256(`${content}\n${nextCursor ?? ''}`) === digest.sealed,
      where,
      'was changed: its digest and nextCursor do not belong together'
    )
    findings.expect(digest.page === index + 1, where, `calls itself page ${digest.page}`)
    const before = pages[index - 1]
    findings.expect(
      digest.previous === (before ? before.digest.content : null),
      where,
      'does not follow the page before it'
    )
    const isLast = index === pages.length - 1
    findings.expect(
      (nextCursor === null) === isLast,
      where,
      isLast ? 'is not the end of the export: pages are missing' : 'is the end, but pages follow'
    )
    findings.expect(page.version === 'audit-evidence.v1', where, 'is of an unknown version')
    for (const name of ['realmId', 'from', 'to'] as const) {
      findings.expect(page[name] === first[name], where, `has another ${name} than page 1`)
    }
    findings.expect(
      (page.chain?.coverage ?? null) === (first.chain?.coverage ?? null),
      where,
      'covers the hash chain otherwise than page 1'
    )
  })
  checkOrder(pages, findings)
}

function checkOrder(pages: readonly Page[], findings: Findings) {
  const paths = new Set<string>()
  let last = ''
  for (const page of pages) {
    for (const { where, operation } of page.operations) {
      const place = `${operation.createdAt} ${operation.id}`
      findings.expect(place > last, where, 'is out of order, or there twice')
      last = place
      findings.expect(!paths.has(operation.path), where, 'has the path of another operation')
      paths.add(operation.path)
      findings.expect(operation.realmId === page.realmId, where, 'is of another realm')
      findings.expect(
        operation.createdAt >= page.from && operation.createdAt <= page.to,
        where,
        'lies outside the range of the export'
      )
    }
  }
}
