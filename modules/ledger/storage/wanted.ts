import type { Reads, SeenOperation } from '../core/request_kind.ts'
import { kindOf, type PostRequest } from '../core/requests.ts'
import { SYSTEM_PATHS } from '../core/system_paths.ts'

/** The parts of `Reads` that name keys. Whoever loads a part that is left out does not compile. */
const LISTS = [
  'operationIds',
  'objectPaths',
  'objectIds',
  'zonesAbove',
  'occupantsOf',
  'labelsOf',
  'limitsOf',
  'changesOf',
  'versionsOf',
  'reversedOf',
  'spentIn',
] as const satisfies (keyof Reads)[]

/** All that the requests of one realm declare that they look at, see `Reads`. */
export type Wanted = Record<(typeof LISTS)[number] | 'operationPaths', Set<string>> & {
  requests: number
  /** The newest reading of each operation that was read before. */
  seen: Map<string, SeenOperation>
  heldValue: boolean
}

export type WantedByRealm = ReadonlyMap<string, Wanted>

export function wantedByRealm(requests: readonly PostRequest[]): Map<string, Wanted> {
  const byRealm = new Map<string, Wanted>()
  for (const request of requests) {
    let wanted = byRealm.get(request.realmId)
    if (!wanted) byRealm.set(request.realmId, (wanted = nothing()))
    add(wanted, request)
  }
  return byRealm
}

function nothing(): Wanted {
  return {
    requests: 0,
    seen: new Map(),
    operationPaths: new Set(),
    operationIds: new Set(),
    objectPaths: new Set(Object.values(SYSTEM_PATHS)),
    objectIds: new Set(),
    zonesAbove: new Set(),
    occupantsOf: new Set(),
    labelsOf: new Set(),
    limitsOf: new Set(),
    changesOf: new Set(),
    versionsOf: new Set(),
    reversedOf: new Set(),
    spentIn: new Set(),
    heldValue: false,
  }
}

function add(wanted: Wanted, request: PostRequest) {
  const { operations, reads } = kindOf(request)
  const declared = reads(request)
  wanted.requests++
  for (const { path } of operations(request)) wanted.operationPaths.add(path)
  for (const name of LISTS) addAll(wanted[name], declared[name])
  if (declared.seen) note(wanted.seen, declared.seen)
  wanted.heldValue ||= declared.heldValue ?? false
}

function note(seen: Wanted['seen'], one: SeenOperation) {
  const { id } = one.operation
  const other = seen.get(id)
  if (!other || other.after < one.after) seen.set(id, one)
}

function addAll(into: Set<string>, values: readonly string[] | undefined) {
  if (values) for (const value of values) into.add(value)
}
