import { createHash } from 'node:crypto'
import { fromUUIDBytes, TypeID, typeid, typeidUnboxed } from 'typeid-js'

/** The prefixes of the interface; every prefixed id is `<prefix>_<26 base-32 characters>`. */
export type IdPrefix =
  | 'obj'
  | 'op'
  | 'evt'
  | 'dlt'
  | 'bal'
  | 'izn'
  | 'bnd'
  | 'org'
  | 'bld'
  | 'key'
  | 'sgk'
  | 'ske'
  | 'je'
  | 'jl'
  | 'prf'
  | 'ctx'
  | 'ord'
  | 'fil'
  | 'pos'
  | 'twp'
  | 'pl'
  | 'wat'
  | 'stp'
  | 'hld'
  | 'err'
  | 'job'
  | 'rtf'
  | 'brs'
  | 'aud'
  | 'hlt'
  | 'rsc'
  | 'act'
  | 'whk'
  | 'whd'
  | 'att'
  | 'sch'
  | 'mon'
  | 'rec'
  | 'apr'
  | 'inv'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * A new time-ordered id (TypeID over UUIDv7), so that inserts stay at the end of the primary key.
 */
export function newId(prefix: IdPrefix): string {
  return typeidUnboxed(prefix)
}

/**
 * An id that is derived from another one: it has the same time, and is seeded by that id and its
 * purpose.
 */
export function idOf(source: string, prefix: IdPrefix, purpose: string): string {
  return derivedId(prefix, timeMsOf(source), `${purpose}:${source}`)
}

/**
 * The id with another prefix, for what is made together with a thing and at most once: it costs neither
 * random bytes nor a hash.
 */
export function twinOf(id: string, prefix: IdPrefix): string {
  return prefix + id.slice(id.lastIndexOf('_'))
}

/**
 * When an id was made, in Unix milliseconds.
 *
 * @throws Error for a text that is no id
 */
export function timeMsOf(id: string): number {
  return Buffer.from(TypeID.fromString(id).toUUIDBytes()).readUIntBE(0, 6)
}

/** A new plain UUIDv7, the form of realm ids. */
export function newUuid(): string {
  return typeid().toUUID()
}

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/**
 * An id that is derived from its source, for rows that need no stored id: the same time and seed
 * give the same id. It is a valid UUIDv7 whose random bits are a hash of the seed.
 */
export function derivedId(prefix: IdPrefix, timeMs: number, seed: string): string {
  const bytes = createHash('sha256').update(seed).digest().subarray(0, 16)
  return stamped(prefix, timeMs, bytes)
}

/**
 * How many numbers fit into a UUIDv7 before its random part becomes too short to tell sources
 * apart.
 */
const SEQUENCES = 2 ** 26

/**
 * A derived id that also sorts by a number among the ids of its millisecond, so that a list ordered
 * by id shows things in the order in which they happened. After 67 million the numbers begin again.
 */
export function sequencedId(
  prefix: IdPrefix,
  timeMs: number,
  sequence: number,
  seed: string
): string {
  const bytes = createHash('sha256').update(seed).digest().subarray(0, 16)
  const number = sequence % SEQUENCES
  // Twelve bits stand before the variant of the UUID, fourteen after it.
  bytes.writeUInt16BE(number >>> 14, 6)
  bytes.writeUInt16BE(number & 0x3fff, 8)
  return stamped(prefix, timeMs, bytes)
}

function stamped(prefix: IdPrefix, timeMs: number, bytes: Buffer): string {
  bytes.writeUIntBE(timeMs, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return fromUUIDBytes(prefix, bytes)
}
