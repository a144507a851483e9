import {
  checkBalances,
  checkCompleteness,
  checkLinks,
  collectGroups,
  groupsOfRange,
} from './check_chain.ts'
import { checkAgainstChain, checkEverythingShown } from './check_journal.ts'
import { checkOperations } from './check_operations.ts'
import { checkPages } from './check_pages.ts'
import { readPages, understandPage, type Page, type RawPage } from './pages.ts'
import { Findings, type Report } from './report.ts'

/**
 * Verifies an export from its text alone. It shares no code with the service, and asks neither
 * network nor database.
 */
export function verifyExport(text: string): Report {
  const findings = new Findings()
  const notes: string[] = []
  let raws: RawPage[] = []
  const pages: Page[] = []
  findings.attempt('file', () => {
    raws = readPages(text)
  })
  for (const raw of raws) findings.attempt(raw.where, () => pages.push(understandPage(raw)))
  if (pages.length === 0 || pages.length < raws.length) return report(findings, notes, pages)

  findings.attempt('file', () => {
    checkPages(raws, pages, findings)
    checkOperations(pages, findings)
    checkChain(pages, findings, notes)
  })
  return report(findings, notes, pages)
}

function checkChain(pages: readonly Page[], findings: Findings, notes: string[]) {
  if (pages.some(({ chain }) => chain === null)) {
    findings.expect(
      pages.every(({ chain }) => chain === null),
      'file',
      'has pages with and without their hash chain'
    )
    notes.push('The export was made with a restricted credential: it carries no hash chain.')
    return
  }
  const groups = collectGroups(pages, findings)
  checkLinks(groups, findings)
  const unproved = checkAgainstChain(pages, groups, findings)
  if (unproved > 0) {
    notes.push(`${unproved} entries are in groups too large to be shown beside a filtered export.`)
  }
  const coverage = pages[0]!.chain!.coverage
  findings.expect(['complete', 'partial'].includes(coverage), 'page 1', 'has an unknown coverage')
  const ofRange = groupsOfRange(pages)
  if (coverage === 'complete') {
    checkCompleteness(pages, ofRange, findings)
    checkEverythingShown(pages, ofRange, findings)
    checkBalances(ofRange, pages[0]!.chain!.before === null, findings)
    return
  }
  for (const group of groups.values()) checkBalances([group], false, findings)
  notes.push('The export was filtered: that nothing of the filter is missing cannot be proved.')
}

function report(findings: Findings, notes: string[], pages: readonly Page[]): Report {
  const operations = pages.flatMap((page) => page.operations)
  const chain = pages[0]?.chain ?? null
  const groups = new Set(
    pages.flatMap((page) => (page.chain?.groups ?? []).map(({ seqTo }) => seqTo))
  )
  return {
    findings: findings.all,
    notes,
    facts: {
      pages: pages.length,
      operations: operations.length,
      entries: operations.reduce((sum, { evidence }) => sum + evidence.entries.length, 0),
      legs: operations.reduce((sum, { evidence }) => sum + evidence.legs.length, 0),
      groups: groups.size,
      coverage: chain === null ? 'none' : chain.coverage === 'complete' ? 'complete' : 'partial',
      head: chain && { seq: chain.head.seq, hash: chain.head.hash },
    },
  }
}
