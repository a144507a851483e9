import { createHash } from 'node:crypto'
import { millionths } from './amounts.ts'
import { entryId } from './ids.ts'
import type { Chain, ChainEntry, Group, Page } from './pages.ts'
import type { Findings } from './report.ts'

/** Every field with its length before it: `5:hello`. */
function hashOf(realmId: string, group: Group, entries: readonly ChainEntry[]): string {
  const hash = createHash('sha256')
  const absorb = (...fields: string[]) => {
    for (const field of fields) hash.update(`${Buffer.byteLength(field)}:${field}`)
  }
  absorb(group.prevHash, realmId, String(group.seqFrom), String(group.seqTo), group.committedAt)
  for (const entry of entries) {
    const { seq, operationId, opType, authority, status, legs } = entry
    absorb(String(seq), operationId ?? '', opType, authority, status, String(legs.length))
    for (const leg of legs) {
      absorb(leg.accountId, leg.denomination, leg.kind, leg.amount, leg.balanceAfter)
    }
  }
  return hash.digest('hex')
}

/**
 * All groups of the pages, by the last entry of each. A group that is there twice must be the same
 * both times.
 */
export function collectGroups(pages: readonly Page[], findings: Findings): Map<number, Group> {
  const groups = new Map<number, Group>()
  for (const { where, realmId, chain } of pages) {
    for (const group of chain?.groups ?? []) {
      const known = groups.get(group.seqTo)
      findings.expect(
        known === undefined || known.hash === group.hash,
        where,
        `shows group ${group.seqTo} otherwise than another page`
      )
      if (known === undefined || known.entries === null) groups.set(group.seqTo, group)
      findings.attempt(where, () => checkGroup(realmId, group, where, findings))
    }
  }
  return groups
}

function checkGroup(realmId: string, group: Group, page: string, findings: Findings) {
  const where = `${page}, group ${group.seqTo}`
  const { entries, seqFrom, seqTo, entryCount, committedAt } = group
  findings.expect(entryCount === seqTo - seqFrom + 1, where, 'does not count its entries rightly')
  if (entries === null) return
  findings.expect(entries.length === entryCount, where, 'lacks entries, or has too many')
  entries.forEach((entry, index) => {
    findings.expect(entry.seq === seqFrom + index, where, `has entry ${entry.seq} out of its place`)
    findings.expect(
      entry.id === entryId(realmId, entry.seq, committedAt),
      where,
      `calls entry ${entry.seq} by another id`
    )
    const sums = new Map<string, bigint>()
    for (const { denomination, amount } of entry.legs) {
      sums.set(denomination, (sums.get(denomination) ?? 0n) + millionths(amount))
    }
    for (const sum of sums.values()) {
      findings.expect(sum === 0n, where, `has legs of entry ${entry.seq} that do not sum to zero`)
    }
  })
  findings.expect(hashOf(realmId, group, entries) === group.hash, where, 'has another hash')
}

/** Checks that groups that lie next to each other are chained, whatever lies between the others. */
export function checkLinks(groups: ReadonlyMap<number, Group>, findings: Findings) {
  const sorted = [...groups.values()].toSorted((one, other) => one.seqTo - other.seqTo)
  sorted.forEach((group, index) => {
    const before = sorted[index - 1]
    if (!before) return
    const where = `group ${group.seqTo}`
    findings.expect(group.seqFrom > before.seqTo, where, 'overlaps the group before it')
    findings.expect(
      group.committedAt > before.committedAt,
      where,
      'was committed before an older one'
    )
    if (group.seqFrom !== before.seqTo + 1) return
    findings.expect(group.prevHash === before.hash, where, 'does not follow the group before it')
  })
}

/** The groups of the range, in the order of the pages. */
export function groupsOfRange(pages: readonly Page[]): Group[] {
  return pages.flatMap(({ from, to, chain }) =>
    (chain?.groups ?? []).filter(
      ({ committedAt, seqTo }) =>
        committedAt >= from && committedAt <= to && seqTo <= chain!.head.seq
    )
  )
}

/**
 * Checks that an export is complete: it has every group of its range and shows its neighbours on
 * both sides, so that neither its beginning nor its end can have been cut off.
 */
export function checkCompleteness(
  pages: readonly Page[],
  groups: readonly Group[],
  findings: Findings
) {
  const [first, last] = [pages[0]!, pages.at(-1)!]
  const { head, before } = first.chain!
  const { after } = last.chain!
  for (const { where, chain } of pages) checkPagePlace(where, chain!, first, last, findings)
  findings.expect(
    before === null || before.committedAt < first.from,
    first.where,
    'begins with a group of the range that is not shown'
  )
  let [seq, hash] = before ? [before.seqTo, before.hash] : [0, '']
  for (const group of groups) {
    const where = `group ${group.seqTo}`
    findings.expect(
      group.seqFrom === seq + 1,
      where,
      `does not follow entry ${seq}: groups are missing`
    )
    findings.expect(group.prevHash === hash, where, 'does not follow the hash before it')
    findings.expect(group.entries !== null, where, 'is shown without its entries')
    ;[seq, hash] = [group.seqTo, group.hash]
  }
  if (after === null) {
    findings.expect(
      seq === head.seq && hash === head.hash,
      last.where,
      `ends at entry ${seq}, not at the head ${head.seq}: the tail is missing`
    )
    return
  }
  findings.expect(
    after.committedAt > last.to && after.seqFrom === seq + 1 && after.prevHash === hash,
    last.where,
    `ends at entry ${seq}, and what follows is not what the range leaves out`
  )
  findings.expect(after.seqFrom <= head.seq, last.where, 'ends beyond the head')
}

function checkPagePlace(where: string, chain: Chain, first: Page, last: Page, findings: Findings) {
  const { head } = first.chain!
  findings.expect(
    chain.head.seq === head.seq &&
      chain.head.hash === head.hash &&
      chain.head.committedAt === head.committedAt,
    where,
    'was made against another head than page 1'
  )
  findings.expect(
    (chain === first.chain || chain.before === null) &&
      (chain === last.chain || chain.after === null),
    where,
    'names neighbours of the range in the middle of it'
  )
}

/** Checks that each leg has the balance before it plus its own amount. */
export function checkBalances(groups: readonly Group[], fromStart: boolean, findings: Findings) {
  const balances = new Map<string, bigint>()
  for (const { seqTo, entries } of groups) {
    findings.attempt(`group ${seqTo}`, () => {
      for (const { seq, legs } of entries ?? []) {
        for (const { accountId, denomination, amount, balanceAfter } of legs) {
          const key = `${accountId} ${denomination}`
          const before = balances.get(key) ?? (fromStart ? 0n : null)
          const after = millionths(balanceAfter)
          findings.expect(
            before === null || before + millionths(amount) === after,
            `entry ${seq}`,
            `leaves ${accountId} with ${balanceAfter}, which is not what it held plus ${amount}`
          )
          balances.set(key, after)
        }
      }
    })
  }
}
