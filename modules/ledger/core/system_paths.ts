/**
 * The service's own objects of a realm. `external` stands for everything outside the ledger: a
 * deposit comes from it and a withdrawal goes to it, so it is the one account that runs negative.
 */
export const SYSTEM_PATHS = {
  external: '/_system/external',
  fees: '/_system/fees',
} as const
