export const VENUES = ['venue-sim', 'venue'] as const
export type VenueName = (typeof VENUES)[number]

/**
 * The venue of an exchange object, by its metadata: the simulated one in paper realms, also when
 * the metadata name none, and the live one in production realms.
 */
export function venueOf(
  metadata: string | null,
  realmAsset: string
): VenueName | { rule: string; message: string } {
  const own: VenueName = realmAsset === 'paper' ? 'venue-sim' : 'venue'
  const named = metadata === null ? undefined : venueField(metadata)
  if (named === undefined) {
    // Metadata that name no venue mean the simulated one, which a production realm must not get.
    if (own === 'venue-sim') return own
    return { rule: 'venue', message: 'On a production realm the metadata must name the venue.' }
  }
  const known = VENUES.find((name) => name === named)
  if (!known) {
    return { rule: 'legacy_venue', message: 'The venue must be "venue-sim" or "venue".' }
  }
  if (known === own) return known
  return {
    rule: 'venue_not_allowed_in_realm',
    message: `The venue of this realm is "${own}".`,
  }
}

/** @returns undefined when the metadata name no venue */
function venueField(metadata: string): unknown {
  try {
    const parsed: unknown = JSON.parse(metadata)
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return undefined
    return (parsed as { venue?: unknown }).venue
  } catch {
    return undefined
  }
}
