import { createHash } from 'node:crypto'

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
  /** Decimal string with six decimals, as the columns hold it. */
  amount: string
  balanceAfter: string
}

/** Fields are length-prefixed, so that moving a character between two fields changes the hash. */
function prefixed(...fields: string[]): string {
  let text = ''
  for (const field of fields) text += `${Buffer.byteLength(field)}:${field}`
  return text
}

/** SHA-256 in hex over the previous hash, the place of the group, and every entry with its legs. */
export function groupHash(group: HashedGroup): string {
  const hash = createHash('sha256')
  const { prevHash, realmId, seqFrom, seqTo, committedAt } = group
  hash.update(prefixed(prevHash, realmId, String(seqFrom), String(seqTo), committedAt))
  for (const { seq, operationId, opType, authority, status, legs } of group.entries) {
    // One update per entry: a call of `update` costs more than hashing the text it brings.
    let text = prefixed(String(seq), operationId ?? '', opType, authority, status)
    text += prefixed(String(legs.length))
    for (const leg of legs) {
      text += prefixed(leg.objectId, leg.denomination, leg.kind, leg.amount, leg.balanceAfter)
    }
    hash.update(text)
  }
  return hash.digest('hex')
}
