/**
 * The service's own objects of a realm. `external` stands for everything outside the ledger: a
 * deposit comes from it and a withdrawal goes to it, so it is the one account that runs negative.
 */
export const SYSTEM_PATHS = {
  external: '/_system/external',
  fees: '/_system/fees',
} as const

/**
 * Where the fees of a custody boundary are collected: inside the boundary, so that a transfer inside
 * it never needs the chain. The object is made together with its boundary.
 */
export function feeObjectPath(boundaryId: string, defaultBoundaryId: string): string {
  return boundaryId === defaultBoundaryId ? SYSTEM_PATHS.fees : `${SYSTEM_PATHS.fees}/${boundaryId}`
}
