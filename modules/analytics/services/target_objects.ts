import type { ServiceObject } from '#modules/ledger/extension/ledger_terms'
import type { ValuationCut } from '#modules/ledger/extension/valuator'
import { objectsAtCut, objectsBetween, type CutScope } from '#modules/ledger/index'
import { matchesPattern, patternPrefix, type Target } from '../core/target.ts'

type Find = (scope: CutScope) => Promise<ServiceObject[]>

/** The objects of a target that existed at a cut, by path. */
export function targetObjects(cut: ValuationCut, target: Target): Promise<ServiceObject[]> {
  return found(target, (scope) => objectsAtCut(cut, scope))
}

/** The objects of a target that existed at some moment after one cut and up to another. */
export function targetObjectsBetween(
  from: ValuationCut,
  to: ValuationCut,
  target: Target
): Promise<ServiceObject[]> {
  return found(target, (scope) => objectsBetween(from, to, scope))
}

async function found(target: Target, find: Find): Promise<ServiceObject[]> {
  switch (target.kind) {
    case 'prefix':
    case 'path':
      return find({ prefix: target.value })
    case 'object':
      return find({ objectId: target.objectId })
    case 'paths':
      return find({ paths: target.values })
    case 'pattern': {
      const { value } = target
      const objects = await find({ prefix: patternPrefix(value) })
      return objects.filter(({ path }) => matchesPattern(value, path))
    }
    case 'union': {
      const objects = new Map<string, ServiceObject>()
      for (const part of target.of) {
        for (const object of await found(part, find)) objects.set(object.id, object)
      }
      return [...objects.values()].sort(byPath)
    }
  }
}

function byPath(a: ServiceObject, b: ServiceObject): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0
}
