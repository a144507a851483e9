import type { ComposedHolder, ComposedLeg } from '#app/extension/companion'
import type { Market } from '../markets.ts'
import { powerOfTen, type Lots } from '../numerics.ts'
import { USD, type Leg, type LedgerAccount, type SystemOwner } from '../engine/postings.ts'

/** Accounts of a realm's venue in the ledger. */
export const SYSTEM_ACCOUNTS: Record<Exclude<SystemOwner, 'custody'>, string> = {
  house: '/_system/venue/house',
  insurance: '/_system/venue/insurance',
  venue_fees: '/_system/venue/fees',
  platform_fees: '/_system/platform/fees',
  builder_fees: '/_builder/fees',
  fee_recipients: '/_system/platform/fees',
}

/** They stand against what objects trade, and are below zero when objects win. */
const OWN_BOOKS: ReadonlySet<SystemOwner> = new Set(['house', 'insurance', 'venue_fees'])

const ATOM_DECIMALS = 6

/** Lots as millionths of the base unit, the scale of every balance. */
export function lotsToAtoms(lots: Lots, { szDecimals }: Pick<Market, 'szDecimals'>): bigint {
  return lots * powerOfTen(ATOM_DECIMALS - szDecimals)
}

/**
 * Engine legs as the ledger books them. The cash of an object is one balance there, cross and
 * isolated together, so that moving margin between them moves nothing. What comes from and goes to
 * custody is the transfer's own legs.
 */
export function ledgerLegs(
  legs: readonly Leg[],
  marketOf: (id: string) => Pick<Market, 'szDecimals'>
): ComposedLeg[] {
  const sums = new Map<string, ComposedLeg>()
  for (const leg of legs) {
    const holder = holderOf(leg.account)
    if (holder === null || leg.kind === 'iso_transfer') continue
    const amount =
      leg.denomination === USD
        ? leg.amount
        : lotsToAtoms(leg.amount, marketOf(leg.denomination.slice('PERP:'.length)))
    const key = `${Object.values(holder)[0]}|${leg.denomination}|${leg.kind}`
    const sum = sums.get(key)
    if (sum) sum.amount += amount
    else sums.set(key, { holder, denomination: leg.denomination, amount, kind: leg.kind })
  }
  return [...sums.values()].filter(({ amount }) => amount !== 0n)
}

function holderOf(account: LedgerAccount): ComposedHolder | null {
  if (account.owner === 'object') return { objectId: account.objectId }
  const { owner } = account
  if (owner === 'custody') return null
  return { systemPath: SYSTEM_ACCOUNTS[owner], keepsOwnBooks: OWN_BOOKS.has(owner) }
}

/** Custody legs leave the other side alone: only events without any are booked by the venue. */
export function isBookedElsewhere(legs: readonly Leg[]): boolean {
  return legs.some(({ account }) => account.owner === 'custody')
}
