/** The axes a caller may name when creating a realm. */
export interface RealmAxes {
  asset?: 'paper' | 'live'
  lifecycle?: 'permanent' | 'temporary'
  backing?: 'chain' | 'ledger-only'
  type?: 'development' | 'production'
}

export interface DerivedAxes {
  asset: 'paper' | 'live'
  lifecycle: 'permanent' | 'temporary'
  backing: 'chain'
}

/** `asset` wins over the legacy `type`; `lifecycle` defaults to the partner of `asset`. */
export function deriveAxes(axes: RealmAxes): DerivedAxes | { field: string; problem: string } {
  if (axes.backing === 'ledger-only') {
    return { field: 'backing', problem: 'The ledger-only backing is reserved for a future tier.' }
  }
  const asset = axes.asset ?? (axes.type === 'production' ? 'live' : 'paper')
  const lifecycle = axes.lifecycle ?? (asset === 'live' ? 'permanent' : 'temporary')
  return { asset, lifecycle, backing: 'chain' }
}

/** The legacy alias of `asset`. */
export function realmType(asset: 'paper' | 'live'): 'development' | 'production' {
  return asset === 'live' ? 'production' : 'development'
}

const SLUG_LENGTH = 100

/** A URL-safe form of a name; `realm` when no character of the name is left. */
export function slugOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_LENGTH)
    .replace(/^-+|-+$/g, '')
  return slug === '' ? 'realm' : slug
}
