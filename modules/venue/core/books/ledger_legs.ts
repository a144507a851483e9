import type { ComposedHolder, ComposedLeg } from '#modules/ledger/extension/companion'
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

/** These accounts are the other side of what objects trade, and are below zero when objects win. */
const OWN_BOOKS: ReadonlySet<SystemOwner> = new Set(['house', 'insurance', 'venue_fees'])

const ATOM_DECIMALS = 6

/** Lots as millionths of the base unit, the scale of every balance. */
export function lotsToAtoms(lots: Lots, { szDecimals }: Pick<Market, 'szDecimals'>): bigint {
  return lots * powerOfTen(ATOM_DECIMALS - szDecimals)
}

/**
 * The legs of the engine as the ledger books them. The ledger has one cash balance for an object,
 * cross and isolated together, so that margin that moves between the two books nothing. What comes
 * from custody or goes there is in the legs of the transfer.
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

/** Events with custody legs are booked by a transfer; the venue books only events without any. */
export function isBookedElsewhere(legs: readonly Leg[]): boolean {
  return legs.some(({ account }) => account.owner === 'custody')
}
