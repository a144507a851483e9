import { createHash, type Hash } from 'node:crypto'

/** What the hash of a group covers, as texts. */
export interface HashedGroup {
  prevHash: string
  realmId: string
  seqFrom: number
  seqTo: number
  /** RFC 3339. */
  committedAt: string
  entries: Iterable<HashedEntry>
}

export interface HashedEntry {
  seq: number
  operationId: string | null
  opType: string
  authority: string
  status: string
  legs: readonly HashedLeg[]
}

export interface HashedLeg {
  objectId: string
  denomination: string
  kind: string
  /** With all six decimals, as the columns hold them. */
  amount: string
  balanceAfter: string
}

/** Fields are length-prefixed, so that moving a character between two fields changes the hash. */
function absorb(hash: Hash, ...fields: string[]) {
  for (const field of fields) hash.update(`${Buffer.byteLength(field)}:${field}`)
}

/** SHA-256 hex over the hash before, the place of the group, and every entry with its legs. */
export function groupHash(group: HashedGroup): string {
  const hash = createHash('sha256')
  absorb(hash, group.prevHash, group.realmId, String(group.seqFrom), String(group.seqTo))
  absorb(hash, group.committedAt)
  for (const { seq, operationId, opType, authority, status, legs } of group.entries) {
    absorb(hash, String(seq), operationId ?? '', opType, authority, status, String(legs.length))
    for (const leg of legs) {
      absorb(hash, leg.objectId, leg.denomination, leg.kind, leg.amount, leg.balanceAfter)
    }
  }
  return hash.digest('hex')
}
