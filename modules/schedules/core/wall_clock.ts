import { DateTime, IANAZone } from 'luxon'

/**
 * A time on the clocks of some time zone, as milliseconds of the UTC time that reads the same. It
 * names no moment until a zone is added.
 */
export type WallMs = number

/** An offset such as `+02:00`, which the runtime takes for a zone too, has no clocks that change. */
export function isTimeZone(name: string): boolean {
  return /^[a-z]/i.test(name) && IANAZone.isValidZone(name)
}

/** What the clocks of a zone show at a moment. */
export function wallOf(utcMs: number, zone: string): WallMs {
  return utcMs + IANAZone.create(zone).offset(utcMs) * 60_000
}

/**
 * The moment at which the clocks of a zone show a time, as RFC 5545 has it: a time that they skip in
 * spring is as long after the change as it would have been before it (02:30 becomes 03:30), and of a
 * time that they show twice in autumn it is the first.
 */
export function momentOf(wall: WallMs, zone: string): number {
  const { year, month, day, hour, minute, second } = DateTime.fromMillis(wall, { zone: 'utc' })
  const shown = DateTime.fromObject({ year, month, day, hour, minute, second }, { zone })
  const moments = shown.getPossibleOffsets().map((each) => each.toMillis())
  if (wallOf(shown.toMillis(), zone) === wall) return Math.min(...moments)
  // The clocks never show it: the offset before the change counts.
  const before = IANAZone.create(zone).offset(shown.toMillis() - GAP_MS)
  return wall - before * 60_000
}

/** Longer than any hour that clocks skip; dates that a zone left out for ever lie in the past. */
const GAP_MS = 3 * 3600 * 1000
