/** What ends with a realm although somebody outside may count on it, kind by kind. */
export interface RealmLoss {
  /** One of them, in words: `open deposit link`. The page makes the plural. */
  what: string
  count: number
  /** What they are worth together: USD, decimal string. */
  worth: string
}

/** Knows what of a module's own would be lost with a realm that is deleted now. */
export interface RealmLossSource {
  readonly name: string
  /** Only what there is: nothing with a count of 0. */
  of(realmId: string): Promise<RealmLoss[]>
}
