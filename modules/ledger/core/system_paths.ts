import type { LedgerObject } from './terms.ts'

/**
 * The service's own objects of a realm. `external` stands for everything outside the ledger: a
 * deposit comes from it and a withdrawal goes to it, so it is the one account that runs negative.
 */
export const SYSTEM_PATHS = {
  external: '/_system/external',
  fees: '/_system/fees',
} as const

/** Whose cash may be below zero: the outside world, and whatever is kept in books of its kind's own. */
export function mayRunNegative({ path, keepsOwnBooks }: LedgerObject): boolean {
  return keepsOwnBooks || path === SYSTEM_PATHS.external
}

/**
 * Where the fees of a custody boundary are collected: inside the boundary, so that a transfer inside
 * it never needs the chain. The object is made together with its boundary.
 */
export function feeObjectPath(boundaryId: string, defaultBoundaryId: string): string {
  return boundaryId === defaultBoundaryId ? SYSTEM_PATHS.fees : `${SYSTEM_PATHS.fees}/${boundaryId}`
}

/**
 * Where value lies that arrived for a boundary and for no living object in it. Made when it is first
 * needed.
 */
export function unattributedObjectPath(boundaryId: string, defaultBoundaryId: string): string {
  const root = '/_system/unattributed'
  return boundaryId === defaultBoundaryId ? root : `${root}/${boundaryId}`
}

/**
 * What the holder of a recovery key has taken, or can take, of a frozen boundary. It lies inside the
 * boundary and is made with the first sweep.
 */
export function recoveryObjectPath(boundaryId: string): string {
  return `/_system/recovery/${boundaryId}`
}

/** The operation that tells what was swept of an object whose deletion then failed. */
export function sweepPath(deletionId: string): string {
  return `/_system/sweeps/${deletionId}`
}
