/** What ends with a realm although people outside may count on it, by kind. */
export interface RealmLoss {
  /** One such thing, in words: `open ticket`. The page makes the plural. */
  what: string
  count: number
  /** Their worth together: USD, decimal string. */
  worth: string
}

/** Knows what a module would lose with a realm that is deleted now. */
export interface RealmLossSource {
  readonly name: string
  /** Leaves out kinds with a count of 0. */
  of(realmId: string): Promise<RealmLoss[]>
}
