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
function prefixed(text: string): string {
  return `${Buffer.byteLength(text)}:${text}`
}

/** The same of ids, numbers and names, whose columns take only ASCII: to count bytes takes longer. */
function plain(text: string): string {
  return `${text.length}:${text}`
}

/** SHA-256 in hex over the previous hash, the place of the group, and every entry with its legs. */
export function groupHash(group: HashedGroup): string {
  const hash = createHash('sha256')
  const { prevHash, realmId, seqFrom, seqTo, committedAt } = group
  const place = [prevHash, realmId, String(seqFrom), String(seqTo), committedAt]
  hash.update(place.map(plain).join(''))
  for (const { seq, operationId, opType, authority, status, legs } of group.entries) {
    // One update per entry: a call of `update` costs more than hashing the text it brings.
    let text = plain(String(seq)) + plain(operationId ?? '') + plain(opType)
    text += prefixed(authority) + plain(status) + plain(String(legs.length))
    for (const { objectId, denomination, kind, amount, balanceAfter } of legs) {
      text += plain(objectId) + plain(denomination) + plain(kind)
      text += plain(amount) + plain(balanceAfter)
    }
    hash.update(text)
  }
  return hash.digest('hex')
}
