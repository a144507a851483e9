import type { PoolEvent } from './pool_event.ts'

/** `boundary`: its balance in the pool; `vault`: what an exchange object holds of its boundary. */
export type AccountKind = 'boundary' | 'vault'

export interface ProjectedAccount {
  kind: AccountKind
  /** Hash of the boundary's or object's id. */
  id: string
  /** The boundary that owns it. */
  boundaryId: string
  balance: bigint
}

/** The accounts of one pool, as its events tell. */
export type Projection = Map<string, ProjectedAccount>

/** Events that contradict each other: a balance that is not what the one before and the change make it. */
export class ProjectionMismatch extends Error {
  constructor(event: PoolEvent, detail: string) {
    super(`Event ${event.seq} (${event.name}) of pool ${event.pool} does not fit: ${detail}`)
    this.name = 'ProjectionMismatch'
  }
}

export function accountKey(kind: AccountKind, id: string): string {
  return `${kind}:${id}`
}

/**
 * Books one event. Events carry the change and the balance after it, so every one of them checks the
 * book as it was.
 *
 * @returns the accounts it touched
 * @throws ProjectionMismatch
 */
export function projectEvent(book: Projection, event: PoolEvent): ProjectedAccount[] {
  const { name, args } = event
  const text = (key: string) => String(args[key])
  const amount = (key: string) => BigInt(text(key))
  const change = (kind: AccountKind, id: string, delta: bigint, after: bigint) => {
    const account = book.get(accountKey(kind, id))
    if (!account) throw new ProjectionMismatch(event, `${kind} ${id} is not registered`)
    if (account.balance + delta !== after) {
      const detail = `${kind} ${id} had ${account.balance}, changes by ${delta} and has ${after}`
      throw new ProjectionMismatch(event, detail)
    }
    account.balance = after
    return account
  }
  const boundary = (delta: bigint) =>
    change('boundary', text('boundaryId'), delta, amount('balanceAfter'))
  const vault = (delta: bigint, after: bigint) => change('vault', text('objectId'), delta, after)

  switch (name) {
    case 'BoundaryRegistered':
      return [opened(book, 'boundary', text('boundaryId'), text('boundaryId'))]
    case 'ExchangeObjectRegistered':
      return [opened(book, 'vault', text('objectId'), text('boundaryId'))]
    case 'Credited':
      return [boundary(amount('amount'))]
    case 'Withdrawn':
    case 'RecoveryWithdrawn':
      return [boundary(-amount('amount'))]
    case 'Settled':
      return [
        change('boundary', text('fromId'), -amount('amount'), amount('fromAfter')),
        change('boundary', text('toId'), amount('amount'), amount('toAfter')),
      ]
    case 'VaultFunded':
      return [boundary(-amount('amount')), vault(amount('amount'), amount('vaultAfter'))]
    case 'VaultReturned':
      return [boundary(amount('amount')), vault(-amount('amount'), amount('vaultAfter'))]
    case 'VaultRecovered':
      return [boundary(amount('amount')), vault(-amount('amount'), 0n)]
    case 'VaultSettled':
      return [
        vault(amount('delta'), amount('vaultAfter')),
        change('boundary', text('houseId'), -amount('delta'), amount('houseAfter')),
      ]
    default:
      return []
  }
}

function opened(book: Projection, kind: AccountKind, id: string, boundaryId: string) {
  const account: ProjectedAccount = { kind, id, boundaryId, balance: 0n }
  book.set(accountKey(kind, id), account)
  return account
}
