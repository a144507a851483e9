/**
 * Whose a realm is and its name, for modules below the ledger, which cannot ask the ledger itself.
 * The ledger binds it, once.
 */
export abstract class RealmLookup {
  /** @returns the organization's id, or null when there is no such realm */
  abstract orgOf(realmId: string): Promise<string | null>

  /** @returns the name that its owner gave it, or null when there is no such realm */
  abstract nameOf(realmId: string): Promise<string | null>

  /** Whether an organization has realms that are not deleted. */
  abstract hasRealms(orgId: string): Promise<boolean>
}
