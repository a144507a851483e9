/**
 * Whose realm it is and what it is called, for modules the ledger stands on and that therefore cannot ask it. Bound once,
 * by the ledger.
 */
export abstract class RealmLookup {
  /** @returns the organization's id, or null when there is no such realm */
  abstract orgOf(realmId: string): Promise<string | null>

  /** @returns the name its owner gave it, or null when there is no such realm */
  abstract nameOf(realmId: string): Promise<string | null>
}
