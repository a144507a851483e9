/** How the payment pages of a realm look; every part may be missing. */
export interface Branding {
  displayName?: string
  /** `#RRGGBB` */
  accentColor?: string
  /** https */
  logoUrl?: string
  hideExpiryTimer?: boolean
  environmentBannerText?: string
}

export interface RealmSettings {
  /** Fee in tenths of a basis point, for orders that name none. */
  defaultApplicationFeeTenthsBps: number | null
  branding: Branding | null
  /** Prefixes of operation paths that are the builder's own; null when there are none. */
  reservedOperationPaths: readonly string[] | null
}

/** A field that is absent keeps its value; null clears it. */
export interface RealmSettingsChange {
  defaultApplicationFeeTenthsBps?: number | null
  branding?: { [Part in keyof Branding]?: Branding[Part] | null } | null
  reservedOperationPaths?: readonly string[] | null
}

export const NO_SETTINGS: RealmSettings = {
  defaultApplicationFeeTenthsBps: null,
  branding: null,
  reservedOperationPaths: null,
}

export function mergeSettings(
  settings: RealmSettings,
  { defaultApplicationFeeTenthsBps: fee, branding, reservedOperationPaths }: RealmSettingsChange
): RealmSettings {
  return {
    defaultApplicationFeeTenthsBps:
      fee === undefined ? settings.defaultApplicationFeeTenthsBps : fee,
    branding:
      branding === undefined ? settings.branding : mergeBranding(settings.branding, branding),
    reservedOperationPaths:
      reservedOperationPaths === undefined
        ? settings.reservedOperationPaths
        : withoutRepeats(reservedOperationPaths),
  }
}

function mergeBranding(
  before: Branding | null,
  change: NonNullable<RealmSettingsChange['branding']> | null
): Branding | null {
  if (change === null) return null
  const parts = Object.entries({ ...before, ...change }).filter(
    ([, part]) => part !== null && part !== undefined
  )
  // Branding whose parts were all cleared is no branding.
  return parts.length === 0 ? null : (Object.fromEntries(parts) as Branding)
}

/** An empty list reserves nothing and is stored as null. */
function withoutRepeats(prefixes: readonly string[] | null): string[] | null {
  return prefixes === null || prefixes.length === 0 ? null : [...new Set(prefixes)]
}
