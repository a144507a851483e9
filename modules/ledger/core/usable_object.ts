import type { RealmState } from '#modules/ledger/core/state'
import type { LedgerObject } from '#modules/ledger/core/terms'

/** The object at a path when value may move through it: created completely and active. */
export function usableAt(state: RealmState, path: string): LedgerObject | null {
  const object = state.objectsByPath.get(path)
  if (!object || object.readyAt === null || object.status !== 'active') return null
  return object
}
