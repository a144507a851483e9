import { hash } from 'node:crypto'
import { V7Generator } from 'uuidv7'
import { firstBits, toBase32 } from './base32.ts'
import { randomNumbers } from './random_numbers.ts'

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

const ID = /^[a-z]+_[0-7][0-9a-hjkmnp-tv-z]{25}$/
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** One for all, so that the ids of a process rise also within a millisecond. */
const generator = new V7Generator(randomNumbers())

/**
 * A new time-ordered id (TypeID over UUIDv7), so that inserts stay at the end of the primary key.
 */
export function newId(prefix: IdPrefix): string {
  return `${prefix}_${toBase32(generator.generate().bytes)}`
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
  if (!ID.test(id))
    throw new Error(`${JSON.stringify(id)} is no id, which is a prefix, _ and 26 base-32 digits`)
  return firstBits(id.slice(id.indexOf('_') + 1))
}

/** A new plain UUIDv7, the form of realm ids. */
export function newUuid(): string {
  return generator.generate().toString()
}

export function isUuid(text: string): boolean {
  return UUID.test(text)
}

/**
 * An id that is derived from its source, for rows that need no stored id: the same time and seed
 * give the same id. It is a valid UUIDv7 whose random bits are a hash of the seed.
 */
export function derivedId(prefix: IdPrefix, timeMs: number, seed: string): string {
  return stamped(prefix, timeMs, hashed(seed))
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
  const bytes = hashed(seed)
  const number = sequence % SEQUENCES
  // Twelve bits stand before the variant of the UUID, fourteen after it.
  bytes.writeUInt16BE(number >>> 14, 6)
  bytes.writeUInt16BE(number & 0x3fff, 8)
  return stamped(prefix, timeMs, bytes)
}

function hashed(seed: string): Buffer {
  return hash('sha256', seed, 'buffer').subarray(0, 16)
}

function stamped(prefix: IdPrefix, timeMs: number, bytes: Buffer): string {
  bytes.writeUIntBE(timeMs, 0, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return `${prefix}_${toBase32(bytes)}`
}
