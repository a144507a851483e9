/** A boundary as the ledger knows it, with what its objects are owed. Amounts in base units, here and below. */
export interface LedgerBoundary {
  boundaryId: string
  /** Its id on the chain. */
  hash: string
  isDefault: boolean
  userBalances: bigint
  systemBalances: bigint
}

export interface ChainBoundaryHolding {
  hash: string
  /** What the contract counts as its own in the pool and in its vaults. */
  holding: bigint
}

export interface ChainVault {
  /** Hash of the exchange object's id. */
  hash: string
  balance: bigint
  /** Tokens that really lie in it. */
  held: bigint
  /** Whether the ledger knows a living object with this id. */
  owned: boolean
}

/** A pool at one block. */
export interface ChainCut {
  contractTotal: bigint
  vaultedTotal: bigint
  /** Tokens that really lie in the pool, vaults not included. */
  poolHeld: bigint
  /** Tokens at deposit addresses that are not swept. */
  unswept: bigint
  boundaries: readonly ChainBoundaryHolding[]
  vaults: readonly ChainVault[]
}

/** What happened on the chain, finally, and is not in the journal yet: how it will change what is owed. */
export type UnbookedChanges = ReadonlyMap<string, bigint>

export interface SheetBoundary {
  boundaryId: string
  isDefault: boolean
  /** null: the pool could not be measured. */
  onChain: bigint | null
  obligations: bigint
  surplus: bigint | null
  solvent: boolean | null
  userBalances: bigint
  systemBalances: bigint
  onChainSource: OnChainSource
}

/** `unregistered`: the contract does not know the boundary (yet), so that nothing can lie there. */
export type OnChainSource = 'contract' | 'unregistered' | 'unavailable'

export interface BalanceSheet {
  poolMeasurable: boolean
  contractTotal: bigint | null
  physicalPoolBalance: bigint | null
  physicalDrift: bigint | null
  stranded: bigint | null
  unattributed: bigint | null
  boundarySum: bigint | null
  conservation: boolean | null
  replayContractBalance: bigint | null
  replayDrift: bigint | null
  boundarySource: 'contract' | 'ledger'
  boundaries: SheetBoundary[]
  /**
   * The boundary that stands against every trade of the realm, where there is one. What it holds counts
   * with the default boundary, where the venue's own accounts are.
   */
  house: { boundaryId: string; onChain: bigint } | null
  /** Boundaries the contract holds value for, or knows, and the ledger does not. */
  unregistered: { boundaryId: string; onChain: bigint }[]
}

export interface SheetFigures {
  ledger: readonly LedgerBoundary[]
  unbooked: UnbookedChanges
  /** null: no contract, or its node does not answer. */
  chain: ChainCut | null
  /** What the final events add up to, by boundary; null before the pool was read. */
  projection: ReadonlyMap<string, bigint> | null
  /** Hash of the house's id; left out where nobody trades. */
  house?: string | null
}

/**
 * What a realm owes beside what it has, both at the same point of the pool's history: of the journal
 * what has settled, and with it what the chain has done up to that point and the journal books
 * next. Counted otherwise, every settlement on its way between the two would look like a loss.
 *
 * Value that came in and is not booked is surplus, and no obligation until it is.
 */
export function balanceSheet({
  ledger,
  unbooked,
  chain,
  projection,
  house,
}: SheetFigures): BalanceSheet {
  const projected = projection ? sum(projection.values()) : null
  const holdings = new Map(chain?.boundaries.map(({ hash, holding }) => [hash, holding]))
  const housed = house ? holdings.get(house) : undefined
  const boundaries = ledger.map((entry) =>
    sheetBoundary(entry, {
      unbooked: unbooked.get(entry.hash) ?? 0n,
      holdings: chain ? holdings : null,
      housed: entry.isDefault ? (housed ?? 0n) : 0n,
    })
  )
  const shared = { boundaries, replayContractBalance: projected }
  if (!chain) return { ...UNMEASURED, ...shared }

  const known = new Set(ledger.map(({ hash }) => hash))
  const unregistered = chain.boundaries
    .filter(({ hash }) => !known.has(hash) && hash !== house)
    .map(({ hash, holding }) => ({ boundaryId: hash, onChain: holding }))
  const physical = chain.poolHeld + sum(chain.vaults.map(({ held }) => held))
  const ownerless = chain.vaults.filter(({ owned }) => !owned)
  return {
    ...shared,
    poolMeasurable: true,
    contractTotal: chain.contractTotal,
    physicalPoolBalance: physical,
    physicalDrift: physical - chain.contractTotal,
    stranded:
      sum(unregistered.map(({ onChain }) => onChain)) +
      sum(ownerless.map(({ balance }) => balance)),
    unattributed: strayTokens(chain),
    boundarySum: sum(holdings.values()),
    conservation: projection !== null && isConserved(chain, projection),
    replayDrift: projected === null ? null : projected - chain.contractTotal,
    boundarySource: 'contract',
    house: house && housed !== undefined ? { boundaryId: house, onChain: housed } : null,
    unregistered,
  }
}

const UNMEASURED = {
  poolMeasurable: false,
  contractTotal: null,
  physicalPoolBalance: null,
  physicalDrift: null,
  stranded: null,
  unattributed: null,
  boundarySum: null,
  conservation: null,
  replayDrift: null,
  boundarySource: 'ledger',
  house: null,
  unregistered: [],
} satisfies Omit<BalanceSheet, 'boundaries' | 'replayContractBalance'>

/**
 * Physical, contract, projection and boundary sums agree. Tokens that somebody sent without being asked
 * lie beside the books and break nothing: else any stranger could stop a realm with one of them. A
 * place that holds less than what is counted for it does, also when another one holds more.
 */
function isConserved(chain: ChainCut, projection: ReadonlyMap<string, bigint>): boolean {
  const { contractTotal, vaultedTotal, poolHeld, boundaries, vaults } = chain
  const sums = sum(boundaries.map(({ holding }) => holding)) === contractTotal
  const vaulted = sum(vaults.map(({ balance }) => balance)) === vaultedTotal
  const covered =
    poolHeld >= contractTotal - vaultedTotal && vaults.every(({ held, balance }) => held >= balance)
  const projected =
    sum(projection.values()) === contractTotal &&
    boundaries.every(({ hash, holding }) => (projection.get(hash) ?? 0n) === holding)
  return sums && vaulted && covered && projected
}

/** Tokens in the pool, in vaults and at deposit addresses that belong to no boundary. */
function strayTokens({ poolHeld, contractTotal, vaultedTotal, vaults, unswept }: ChainCut): bigint {
  const beyond = (held: bigint, owned: bigint) => (held > owned ? held - owned : 0n)
  const inVaults = sum(vaults.map(({ held, balance }) => beyond(held, balance)))
  return beyond(poolHeld, contractTotal - vaultedTotal) + inVaults + unswept
}

function sheetBoundary(
  { boundaryId, hash, isDefault, userBalances, systemBalances }: LedgerBoundary,
  {
    unbooked,
    holdings,
    housed,
  }: { unbooked: bigint; holdings: ReadonlyMap<string, bigint> | null; housed: bigint }
): SheetBoundary {
  const obligations = userBalances + systemBalances + unbooked
  const shown = { boundaryId, isDefault, obligations, userBalances, systemBalances }
  if (!holdings) {
    return { ...shown, onChain: null, surplus: null, solvent: null, onChainSource: 'unavailable' }
  }
  const onChain = (holdings.get(hash) ?? 0n) + housed
  const surplus = onChain - obligations
  const onChainSource = holdings.has(hash) ? 'contract' : 'unregistered'
  return { ...shown, onChain, surplus, solvent: surplus >= 0n, onChainSource }
}

function sum(amounts: Iterable<bigint>): bigint {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}
