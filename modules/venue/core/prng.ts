import { createHash } from 'node:crypto'

const STATE = /^[0-9a-f]{64}$/
const TWO_TO_32 = 2 ** 32

/**
 * The generator xoshiro256** (Blackman, Vigna) in 32-bit halves: it gives the same numbers as with
 * 64-bit integers, without allocating one per draw. Its state is 64 hexadecimal digits, so that a
 * series goes on after a restart exactly where it stopped.
 */
export class Xoshiro256 {
  /** High and low half of each of the four words. */
  #words: Uint32Array

  private constructor(words: Uint32Array) {
    this.#words = words
  }

  /** A separate series for every market of a feed: SHA-256 over both names. */
  static seeded(feedSeed: string, marketId: string): Xoshiro256 {
    return Xoshiro256.resume(createHash('sha256').update(feedSeed).update(marketId).digest('hex'))
  }

  /** @throws Error when the text is no state of this generator */
  static resume(state: string): Xoshiro256 {
    // An all-zero state would yield zeros for ever.
    if (!STATE.test(state) || /^0+$/.test(state)) throw new Error('Not a generator state')
    const halves = Array.from({ length: 8 }, (_, i) =>
      Number.parseInt(state.slice(i * 8, i * 8 + 8), 16)
    )
    return new Xoshiro256(Uint32Array.from(halves))
  }

  state(): string {
    return [...this.#words].map((half) => half.toString(16).padStart(8, '0')).join('')
  }

  /** The next 64 random bits as two unsigned 32-bit halves. */
  next(): [high: number, low: number] {
    const words = this.#words
    const [h0, l0, h1, l1, h2, l2, h3, l3] = words as unknown as Halves
    let [high, low] = multiply(h1, l1, 5)
    ;[high, low] = multiply((high << 7) | (low >>> 25), (low << 7) | (high >>> 25), 9)

    const shiftedHigh = (h1 << 17) | (l1 >>> 15)
    const shiftedLow = l1 << 17
    const [x2h, x2l] = [h2 ^ h0, l2 ^ l0]
    const [x3h, x3l] = [h3 ^ h1, l3 ^ l1]
    words[0] = h0 ^ x3h
    words[1] = l0 ^ x3l
    words[2] = h1 ^ x2h
    words[3] = l1 ^ x2l
    words[4] = x2h ^ shiftedHigh
    words[5] = x2l ^ shiftedLow
    // Rotation left by 45 is a swap of the halves and a rotation by 13.
    words[6] = (x3l << 13) | (x3h >>> 19)
    words[7] = (x3h << 13) | (x3l >>> 19)
    return [high, low]
  }
}

type Halves = [number, number, number, number, number, number, number, number]

/** A 64-bit product modulo 2^64; `factor` is small enough for exact partial products. */
function multiply(high: number, low: number, factor: number): [high: number, low: number] {
  const lowProduct = (low >>> 0) * factor
  const carry = Math.floor(lowProduct / TWO_TO_32)
  return [((high >>> 0) * factor + carry) % TWO_TO_32, lowProduct % TWO_TO_32]
}

const DRAWS = 12
const NANO = 1_000_000_000n

/**
 * An approximately normal number with mean 0 and deviation 1, in units of 1e-9: the sum of twelve
 * uniform numbers less six (Irwin and Hall). It lies between -6 and 6, and is the same on every
 * machine.
 */
export function nextNormal(generator: Xoshiro256): bigint {
  let sum = 0
  for (let drawn = 0; drawn < DRAWS; drawn += 2) {
    const [high, low] = generator.next()
    sum += high + low
  }
  return ((BigInt(sum) * NANO) >> 32n) - 6n * NANO
}
