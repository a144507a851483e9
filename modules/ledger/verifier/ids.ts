import { createHash } from 'node:crypto'

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/**
 * The ids of entries, legs and balance changes are derived from their place in the journal: a
 * UUIDv7 of the commit time whose other bits are a hash of the place, written as TypeID.
 */
function placeId(prefix: string, seed: string, committedAt: string): string {
  const bytes = createHash('sha256').update(seed).digest().subarray(0, 16)
  bytes.writeUIntBE(Date.parse(committedAt), 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  let value = BigInt(`0x${bytes.toString('hex')}`)
  let text = ''
  for (let digit = 0; digit < 26; digit++) {
    text = ALPHABET[Number(value & 31n)]! + text
    value >>= 5n
  }
  return `${prefix}_${text}`
}

export function entryId(realmId: string, seq: number, committedAt: string): string {
  return placeId('je', `entry:${realmId}:${seq}`, committedAt)
}

export function legId(realmId: string, seq: number, legNo: number, committedAt: string): string {
  return placeId('jl', `leg:${realmId}:${seq}:${legNo}`, committedAt)
}

export function legDeltaId(
  realmId: string,
  seq: number,
  legNo: number,
  committedAt: string
): string {
  return placeId('dlt', `delta:${realmId}:${seq}:${legNo}`, committedAt)
}
