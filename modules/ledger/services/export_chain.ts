import { sqlToRfc3339 } from '#app/clock/timestamp'
import type { SqlReader } from '#app/storage/database'
import { LEDGER_LIMITS } from '../limits.ts'
import {
  describeGroups,
  groupAfter,
  groupBefore,
  groupsOfEntries,
  type ChainGroup,
  type StoredGroup,
} from '../storage/export_chain.ts'
import type { OperationFilter } from '../storage/operation_filter.ts'

interface Neighbour {
  seqTo: number
  committedAt: string
  hash: string
}

/** The part of the hash chain that a page of an export belongs to. */
export interface ExportChain {
  /** `complete`: the pages of the walk carry every group from the first to the last of its range. */
  coverage: 'complete' | 'partial'
  /** The realm's newest group when the walk began. */
  head: { seq: number; committedAt: string; hash: string }
  /** First page: the group before the range; null when the range begins with the realm. */
  before: Neighbour | null
  groups: ChainGroup[]
  /** Last page: the group after the range; null when the range ends with the head. */
  after: { seqFrom: number; committedAt: string; prevHash: string } | null
  /** Operations from before the range that had entries in it. */
  earlierOperations: string[]
}

interface ChainRequest {
  realmId: string
  complete: boolean
  /** In a complete export, the groups of the page's stretch of time. */
  groups: readonly StoredGroup[]
  /** Journal positions of the entries that the page shows. */
  seqs: readonly number[]
  cut: StoredGroup
  /** Inclusive, as DATETIME(6) texts. */
  from: string
  until: string
  isFirst: boolean
  isLast: boolean
}

/** Whether an export shows every operation of its range, so that it can be proved complete. */
export function isUnfiltered(filter: OperationFilter): boolean {
  const { types, objectId, objectPath, path, pathPrefix, state } = filter
  const all = (prefix: string | undefined) => prefix === undefined || prefix === '/'
  return !types && !objectId && !state && [objectPath, path, pathPrefix].every(all)
}

export async function buildExportChain(
  session: SqlReader,
  request: ChainRequest
): Promise<ExportChain> {
  const { realmId, complete, groups, cut, from, until, isFirst, isLast } = request
  const others = await otherGroups(session, request)
  const shown = withinProof(others)
  const described = [
    ...(await describeGroups(session, realmId, groups)),
    ...(await describeGroups(session, realmId, others, (group) => shown.has(group))),
  ]
  const before = complete && isFirst ? await groupBefore(session, realmId, from) : null
  const after =
    complete && isLast ? await groupAfter(session, realmId, until, cut.committedAt) : null
  return {
    coverage: complete ? 'complete' : 'partial',
    head: {
      seq: cut.seqTo,
      committedAt: sqlToRfc3339(cut.committedAt),
      hash: cut.hash,
    },
    before: before && {
      seqTo: before.seqTo,
      committedAt: sqlToRfc3339(before.committedAt),
      hash: before.hash,
    },
    groups: described,
    after: after && {
      seqFrom: after.seqFrom,
      committedAt: sqlToRfc3339(after.committedAt),
      prevHash: after.prevHash,
    },
    earlierOperations: complete ? await operationsBefore(session, described, from) : [],
  }
}

/**
 * Groups that hold entries of the page but are outside its stretch: in a filtered export all groups
 * of the page, in a complete one those committed after its range.
 */
async function otherGroups(
  session: SqlReader,
  { realmId, complete, seqs, from, until }: ChainRequest
): Promise<StoredGroup[]> {
  const all = await groupsOfEntries(session, realmId, seqs)
  return complete ? all.filter(({ committedAt: time }) => time < from || time > until) : all
}

/** The oldest groups that fit into what a page may show of other operations. */
function withinProof(groups: readonly StoredGroup[]): Set<StoredGroup> {
  let entries = 0
  return new Set(
    groups.filter(({ entryCount }) => (entries += entryCount) <= LEDGER_LIMITS.exportProofEntries)
  )
}

async function operationsBefore(
  session: SqlReader,
  groups: readonly ChainGroup[],
  from: string
): Promise<string[]> {
  const ids = new Set(
    groups.flatMap(({ entries }) => (entries ?? []).map(({ operationId }) => operationId))
  )
  ids.delete(null)
  if (ids.size === 0) return []
  const rows = await session.read<{ id: string }>(
    'SELECT id FROM operations WHERE id IN (?) AND created_at < ? ORDER BY id',
    [[...ids], from]
  )
  return rows.map(({ id }) => id)
}
