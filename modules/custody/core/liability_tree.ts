import { hash } from 'node:crypto'

/** What one object is owed. Base units, never negative. */
export interface Liability {
  objectId: string
  amount: bigint
}

/** A node beside the way from a leaf to the root. */
export interface ProofStep {
  /** Where it stands beside what was proved so far. */
  side: 'left' | 'right'
  hash: Buffer
  sum: bigint
}

/** The nodes of one level, from left to right, each as its hash and its sum. */
export type TreeLevel = Buffer

/** Bytes of a node: 32 of its hash, 16 of its sum, big-endian. */
export const NODE_BYTES = 48
const HASH_BYTES = 32
const SUM_BYTES = 16

/** First byte of what is hashed: a leaf never passes for a node, nor a salt for either. */
const DOMAIN = { leaf: 0, node: 1, salt: 2 } as const

const DIGEST = 'binary'
/** Where the sums of the children stand in what a node hashes. */
const LEFT_SUM = 1 + HASH_BYTES
const RIGHT_SUM = LEFT_SUM + NODE_BYTES
const PART_BYTES = 4

export const HIGHEST_SUM = (1n << 128n) - 1n
const LOW = (1n << 64n) - 1n

/** Leaves of one tree: what a place and a key together have room for in a number. */
export const MOST_LEAVES = 1 << 24
/** How many bits of a leaf's hash decide its place. */
const KEY_DIVISOR = 8
/** Hashes between two pauses. */
const PAUSE_EVERY = 20_000

/** An object's own secret in a tree; whoever has not the tree's secret learns it from no other one. */
export function saltOf(secret: Buffer, objectId: string): Buffer {
  return Buffer.from(new LeafHasher(secret).salt(objectId), DIGEST)
}

/** @throws RangeError for an amount that is negative or has more than 128 bits */
export function leafOf(secret: Buffer, liability: Liability): Buffer {
  const leaf = Buffer.allocUnsafe(NODE_BYTES)
  new LeafHasher(secret).write(liability, leaf, 0)
  return leaf
}

/** Makes leaves of one secret, one after the other: what is hashed is laid into the same bytes again and again. */
class LeafHasher {
  /** `salt`, the secret, the object. */
  #salted = Buffer.alloc(0)
  /** `leaf`, the salt, the sum, the object. */
  #told = Buffer.alloc(0)
  #idBytes = -1

  constructor(private secret: Buffer) {}

  salt(objectId: string): string {
    const length = Buffer.byteLength(objectId)
    if (length !== this.#idBytes) this.#makeRoom(length)
    this.#salted.write(objectId, 1 + HASH_BYTES)
    return digest(this.#salted)
  }

  write({ objectId, amount }: Liability, into: Buffer, at: number): void {
    const salt = this.salt(objectId)
    const told = this.#told
    told.write(salt, 1, DIGEST)
    writeSum(told, 1 + HASH_BYTES, amount)
    told.write(objectId, 1 + NODE_BYTES)
    into.write(digest(told), at, DIGEST)
    told.copy(into, at + HASH_BYTES, 1 + HASH_BYTES, 1 + NODE_BYTES)
  }

  #makeRoom(idBytes: number): void {
    this.#idBytes = idBytes
    this.#salted = Buffer.alloc(1 + HASH_BYTES + idBytes, DOMAIN.salt)
    this.secret.copy(this.#salted, 1)
    this.#told = Buffer.alloc(1 + NODE_BYTES + idBytes, DOMAIN.leaf)
  }
}

/** Decides where a leaf stands: hashes of salted leaves are in no order that tells of their objects. */
export function keyOf(leaves: TreeLevel, place = 0): number {
  return Math.floor(leaves.readUInt32BE(place * NODE_BYTES) / KEY_DIVISOR)
}

export function sumAt(level: TreeLevel, place: number): bigint {
  const at = place * NODE_BYTES + HASH_BYTES
  return (level.readBigUInt64BE(at) << 64n) | level.readBigUInt64BE(at + 8)
}

export function hashAt(level: TreeLevel, place: number): Buffer {
  return level.subarray(place * NODE_BYTES, place * NODE_BYTES + HASH_BYTES)
}

/**
 * Grows the tree: level after level, the leaves first, the root alone in the last. It pauses now and
 * then, so that a process with a large tree can do something else.
 *
 * @throws RangeError for no leaves or too many, and for sums of more than 128 bits
 */
export function* growTree(
  secret: Buffer,
  liabilities: readonly Liability[]
): Generator<void, TreeLevel[]> {
  if (liabilities.length === 0 || liabilities.length > MOST_LEAVES) {
    throw new RangeError(`A tree has 1 to ${MOST_LEAVES} leaves, not ${liabilities.length}`)
  }
  const levels = [yield* leavesOf(secret, liabilities)]
  while (levels.at(-1)!.length > NODE_BYTES) levels.push(yield* levelAbove(levels.at(-1)!))
  return levels
}

/** The tree at once, for few leaves. */
export function wholeTree(secret: Buffer, liabilities: readonly Liability[]): TreeLevel[] {
  const growing = growTree(secret, liabilities)
  for (;;) {
    const { done, value } = growing.next()
    if (done) return value
  }
}

function* leavesOf(secret: Buffer, liabilities: readonly Liability[]): Generator<void, TreeLevel> {
  const leaves = Buffer.allocUnsafe(liabilities.length * NODE_BYTES)
  // A key and a place in one number: numbers are sorted many times faster than hashes.
  const order = new Float64Array(liabilities.length)
  const hasher = new LeafHasher(secret)
  for (const [index, liability] of liabilities.entries()) {
    hasher.write(liability, leaves, index * NODE_BYTES)
    order[index] = keyOf(leaves, index) * MOST_LEAVES + index
    if (index % PAUSE_EVERY === 0) yield
  }
  order.sort()
  yield
  const sorted = Buffer.allocUnsafe(leaves.length)
  order.forEach((entry, place) => {
    const from = (entry % MOST_LEAVES) * NODE_BYTES
    leaves.copy(sorted, place * NODE_BYTES, from, from + NODE_BYTES)
  })
  return sorted
}

/** A node without a neighbour goes up as it is: counted twice it would owe what nobody is owed. */
function* levelAbove(below: TreeLevel): Generator<void, TreeLevel> {
  const nodes = below.length / NODE_BYTES
  const above = Buffer.allocUnsafe(Math.ceil(nodes / 2) * NODE_BYTES)
  const told = Buffer.alloc(1 + 2 * NODE_BYTES, DOMAIN.node)
  for (let place = 0; place + 1 < nodes; place += 2) {
    const at = (place / 2) * NODE_BYTES
    below.copy(told, 1, place * NODE_BYTES, (place + 2) * NODE_BYTES)
    above.write(digest(told), at, DIGEST)
    addSums(above, at + HASH_BYTES, told)
    if (place % PAUSE_EVERY === 0) yield
  }
  if (nodes % 2 === 1) below.copy(above, above.length - NODE_BYTES, below.length - NODE_BYTES)
  return above
}

/** Where the neighbour of a node stands; null when it has none, and goes up as it is. */
export function neighbourOf(
  place: number,
  nodes: number
): { place: number; side: ProofStep['side'] } | null {
  if (place % 2 === 1) return { place: place - 1, side: 'left' }
  return place + 1 < nodes ? { place: place + 1, side: 'right' } : null
}

/** The way from the leaf at a place to the root. */
export function proofOf(levels: readonly TreeLevel[], leafPlace: number): ProofStep[] {
  return levels.slice(0, -1).flatMap((level, height) => {
    const nodes = level.length / NODE_BYTES
    const neighbour = neighbourOf(Math.floor(leafPlace / 2 ** height), nodes)
    if (!neighbour) return []
    const { place, side } = neighbour
    return [{ side, hash: hashAt(level, place), sum: sumAt(level, place) }]
  })
}

function writeSum(into: Buffer, at: number, sum: bigint): void {
  if (sum < 0n || sum > HIGHEST_SUM) throw new RangeError(`${sum} is no sum of 128 bits`)
  into.writeBigUInt64BE(sum >> 64n, at)
  into.writeBigUInt64BE(sum & LOW, at + SUM_BYTES / 2)
}

/** The sum of both children of `told`, in parts of 32 bits: big integers cost as much as the hash. */
function addSums(into: Buffer, at: number, told: Buffer): void {
  let carry = 0
  for (let part = SUM_BYTES - PART_BYTES; part >= 0; part -= PART_BYTES) {
    const sum = told.readUInt32BE(LEFT_SUM + part) + told.readUInt32BE(RIGHT_SUM + part) + carry
    carry = sum >= 2 ** 32 ? 1 : 0
    into.writeUInt32BE(sum - carry * 2 ** 32, at + part)
  }
  if (carry > 0) throw new RangeError('two sums together are no sum of 128 bits')
}

/** As text of one character a byte: Node.js makes it three times as fast as a buffer. */
function digest(told: Buffer): string {
  return hash('sha256', told, DIGEST)
}
