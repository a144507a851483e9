/** One realm's trading at one moment, in base units. */
export interface HouseBooks {
  /** What the vaults of living objects hold. */
  vaults: bigint
  /** What the house holds. */
  house: bigint
  /** All that was ever minted for the house. */
  minted: bigint
  /** What the journal says those objects have in cash. */
  objects: bigint
  /** What the journal says the venue's own accounts have. */
  venue: bigint
  /** What went into vaults, less what came out, that the journal does not show at the objects yet. */
  unbooked: bigint
}

/**
 * What the house owes to the default boundary: the fees that trading has booked to accounts outside the
 * venue and that were not brought there. Whatever trading took from objects and did not leave with
 * the venue is such a fee; whatever vaults and house have lost, apart from each other, was paid for it.
 *
 * @returns zero or less when nothing is owed
 */
export function owedByHouse(books: HouseBooks): bigint {
  const { vaults, house, minted, objects, venue, unbooked } = books
  return vaults - unbooked + house - minted - objects - venue
}
