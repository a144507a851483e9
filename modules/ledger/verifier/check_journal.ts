import { millionths } from './amounts.ts'
import { legDeltaId, legId } from './ids.ts'
import type { ChainEntry, Exported, Group, Page } from './pages.ts'
import type { Findings } from './report.ts'

interface Hashed {
  entry: ChainEntry
  group: Group
}

/**
 * Checks that every exported entry, leg and balance change is the one that was hashed.
 *
 * @returns how many entries no group proves, because their group was too large to be shown
 */
export function checkAgainstChain(
  pages: readonly Page[],
  groups: ReadonlyMap<number, Group>,
  findings: Findings
): number {
  const hashed = new Map<string, Hashed>()
  const unshown: Group[] = []
  for (const group of groups.values()) {
    if (group.entries === null) unshown.push(group)
    for (const entry of group.entries ?? []) hashed.set(entry.id, { entry, group })
  }
  let unproved = 0
  for (const { operations } of pages) {
    for (const exported of operations) {
      for (const shown of exported.evidence.entries) {
        const found = hashed.get(shown.id)
        if (found) {
          findings.attempt(exported.where, () => checkEntry(exported, shown, found, findings))
        } else if (unshown.some(({ committedAt }) => committedAt === shown.committedAt)) {
          unproved += 1
        } else {
          findings.add(exported.where, `shows entry ${shown.id}, which is in no group of the chain`)
        }
      }
    }
  }
  return unproved
}

function checkEntry(
  { where, evidence, deltas }: Exported,
  shown: Exported['evidence']['entries'][number],
  { entry, group }: Hashed,
  findings: Findings
) {
  findings.expect(
    shown.operationId === entry.operationId &&
      shown.opType === entry.opType &&
      shown.authority === entry.authority &&
      shown.status === entry.status &&
      shown.committedAt === group.committedAt,
    where,
    `shows entry ${shown.id} otherwise than it was hashed`
  )
  const legs = evidence.legs.filter((leg) => leg.entryId === shown.id)
  findings.expect(
    legs.length === entry.legs.length,
    where,
    `shows ${legs.length} of ${entry.legs.length} legs of entry ${shown.id}`
  )
  const byId = new Map(deltas.map((delta) => [delta.id, delta]))
  const { realmId } = shown
  entry.legs.forEach((leg, legNo) => {
    const own = legs[legNo]
    const id = legId(realmId, entry.seq, legNo, group.committedAt)
    findings.expect(
      own !== undefined &&
        own.id === id &&
        own.accountId === leg.accountId &&
        own.denomination === leg.denomination &&
        own.kind === leg.kind &&
        millionths(own.amount) === millionths(leg.amount),
      where,
      `shows leg ${id} otherwise than it was hashed`
    )
    const delta = byId.get(legDeltaId(realmId, entry.seq, legNo, group.committedAt))
    findings.expect(
      delta !== undefined &&
        millionths(delta.afterValue ?? '') === millionths(leg.balanceAfter) &&
        delta.createdAt === group.committedAt,
      where,
      `does not show the balance change of leg ${id} as it was hashed`
    )
  })
}

/** Checks that nothing of the range was left out: the operation of each of its entries shows it. */
export function checkEverythingShown(
  pages: readonly Page[],
  groups: readonly Group[],
  findings: Findings
) {
  const earlier = new Set(pages.flatMap(({ chain }) => chain!.earlierOperations))
  findings.expect(
    earlier.size === 0 || pages[0]!.chain!.before !== null,
    'page 1',
    'names operations from before the beginning of the realm'
  )
  const shown = new Map(
    pages.flatMap(({ operations }) =>
      operations.map(({ operation, evidence }) => [
        operation.id,
        new Set(evidence.entries.map(({ id }) => id)),
      ])
    )
  )
  for (const { entries } of groups) {
    for (const { seq, id, operationId } of entries ?? []) {
      if (operationId === null || earlier.has(operationId)) continue
      findings.expect(
        shown.get(operationId)?.has(id) ?? false,
        `entry ${seq}`,
        `belongs to operation ${operationId}, which does not show it`
      )
    }
  }
  for (const id of earlier) {
    findings.expect(
      !shown.has(id),
      `operation ${id}`,
      'is shown, and named as older than the range'
    )
  }
}
