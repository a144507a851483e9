import { derivedId } from '#app/ids/ids'

/**
 * The default custody boundary of a realm: everything outside its isolation zones. Its id is
 * derived from the realm's, so that ledger and custody agree on it without a stored row.
 */
export function defaultBoundaryId(realmId: string): string {
  const createdAtMs = Number.parseInt(realmId.replaceAll('-', '').slice(0, 12), 16)
  return derivedId('bnd', createdAtMs, `default-boundary:${realmId}`)
}
