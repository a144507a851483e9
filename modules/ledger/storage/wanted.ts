import { kindOf, type PostRequest } from '../core/requests.ts'
import { SYSTEM_PATHS } from '../core/system_paths.ts'

/** All that the requests of one realm declare that they look at, see `Reads`. */
export interface Wanted {
  requests: number
  operationPaths: Set<string>
  operationIds: Set<string>
  objectPaths: Set<string>
  objectIds: Set<string>
  zonesAbove: Set<string>
  occupantsOf: Set<string>
  labelsOf: Set<string>
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
    operationPaths: new Set(),
    operationIds: new Set(),
    objectPaths: new Set(Object.values(SYSTEM_PATHS)),
    objectIds: new Set(),
    zonesAbove: new Set(),
    occupantsOf: new Set(),
    labelsOf: new Set(),
    heldValue: false,
  }
}

function add(wanted: Wanted, request: PostRequest) {
  const { operations, reads } = kindOf(request)
  const declared = reads(request)
  wanted.requests++
  for (const { path } of operations(request)) wanted.operationPaths.add(path)
  addAll(wanted.operationIds, declared.operationIds)
  addAll(wanted.objectPaths, declared.objectPaths)
  addAll(wanted.objectIds, declared.objectIds)
  addAll(wanted.zonesAbove, declared.zonesAbove)
  addAll(wanted.occupantsOf, declared.occupantsOf)
  addAll(wanted.labelsOf, declared.labelsOf)
  wanted.heldValue ||= declared.heldValue ?? false
}

function addAll(into: Set<string>, values: readonly string[] | undefined) {
  if (values) for (const value of values) into.add(value)
}
