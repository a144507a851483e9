import type { LedgerObject } from './terms.ts'

/**
 * The service's own objects of a realm. `external` stands for everything outside the ledger:
 * deposits come from it and withdrawals go to it, so its balance runs negative.
 */
export const SYSTEM_PATHS = {
  external: '/_system/external',
  fees: '/_system/fees',
} as const

/**
 * Whether the cash of an object may be below zero: the world outside, and objects whose kind keeps
 * their own books.
 */
export function mayRunNegative({ path, keepsOwnBooks }: LedgerObject): boolean {
  return keepsOwnBooks || path === SYSTEM_PATHS.external
}

/**
 * Where the fees of a custody boundary are collected: inside the boundary, so that a transfer
 * inside it never needs the chain. The object is made together with its boundary.
 */
export function feeObjectPath(boundaryId: string, defaultBoundaryId: string): string {
  return boundaryId === defaultBoundaryId ? SYSTEM_PATHS.fees : `${SYSTEM_PATHS.fees}/${boundaryId}`
}

/**
 * Where value lies that arrived for a boundary but for no living object in it. The object is made
 * when it is first needed.
 */
export function unattributedObjectPath(boundaryId: string, defaultBoundaryId: string): string {
  const root = '/_system/unattributed'
  return boundaryId === defaultBoundaryId ? root : `${root}/${boundaryId}`
}

/**
 * Where value lies that the holder of a recovery key has taken, or can take, from a frozen
 * boundary. The object lies inside the boundary and is made with the first sweep.
 */
export function recoveryObjectPath(boundaryId: string): string {
  return `/_system/recovery/${boundaryId}`
}

/** The operation path of a sweep whose deletion then failed. */
export function sweepPath(deletionId: string): string {
  return `/_system/sweeps/${deletionId}`
}
