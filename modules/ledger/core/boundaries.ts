import { derivedId } from '#app/ids/ids'

/**
 * The default custody boundary of a realm: everything outside its isolation zones. Its id follows
 * from the realm's, so that ledger and custody agree without a row.
 */
export function defaultBoundaryId(realmId: string): string {
  const createdAtMs = Number.parseInt(realmId.replaceAll('-', '').slice(0, 12), 16)
  return derivedId('bnd', createdAtMs, `default-boundary:${realmId}`)
}
