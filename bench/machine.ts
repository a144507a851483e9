import { randomInt } from 'node:crypto'
import { closeSync, fdatasyncSync, openSync, rmSync, writeSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { median, percentile, print } from './report.ts'

/** In the folder of the bench's database, so that both write to the same disk. */
const PROBE = fileURLToPath(new URL('../.data/bench/disk_probe', import.meta.url))
const FORCED_WRITES = 500
const PAGE_BYTES = 4096
const LINE_BYTES = 64
/** Fits the first cache of any processor, and the last cache of none that others use as well. */
const [SMALL_BYTES, LARGE_BYTES] = [32 * 1024, 64 * 1024 * 1024]
const PIECE_MS = 1
const PIECES = 2_000
const LARGE_STEPS = 500_000

/**
 * What a sitting was taken on: figures of two machines, or of one with and without neighbours, do not compare.
 * A machine is quiet when the same piece of work takes the same time again and again, and that is measured with
 * work which needs nothing but its own processor: a guest is not told what neighbours take of that.
 */
export function describeMachine() {
  const [{ model } = { model: 'of an unknown kind' }] = cpus()
  print('processors', `${cpus().length}, ${model}; load ${loadavg()[0]!.toFixed(1)}`)
  const small = new Walk(SMALL_BYTES)
  const steps = Math.ceil((PIECE_MS * 1_000_000) / small.nanoseconds(1_000_000))
  const pieces = Array.from({ length: PIECES }, () => small.nanoseconds(steps))
  const usual = median(pieces)
  const uneven = percentile(pieces, 0.99) / usual
  print('a read of what is at hand', `${usual.toFixed(1)} ns`)
  print('a millisecond of that, p99 / p50 (1 on a quiet machine)', uneven.toFixed(2))
  print(
    'a read of 64 MiB at random',
    `${new Walk(LARGE_BYTES).nanoseconds(LARGE_STEPS).toFixed(0)} ns`
  )
  const forced = forcedWrites()
  const [p50, p99] = [median(forced), percentile(forced, 0.99)].map((ms) => (1000 * ms).toFixed(0))
  print('a page that is on the disk, p50 and p99', `${p50} and ${p99} µs`)
}

/** Reads each place of a block of memory in an order that no processor foresees. */
class Walk {
  #next: Int32Array
  #at = 0

  constructor(bytes: number) {
    this.#next = new Int32Array(bytes / Int32Array.BYTES_PER_ELEMENT)
    const stride = LINE_BYTES / Int32Array.BYTES_PER_ELEMENT
    const order = shuffled(bytes / LINE_BYTES)
    for (const [place, line] of order.entries()) {
      this.#next[line * stride] = order[(place + 1) % order.length]! * stride
    }
    this.nanoseconds(order.length)
  }

  /** @returns for each step; they follow each other, so that none begins before the one before it has ended */
  nanoseconds(steps: number): number {
    const next = this.#next
    let at = this.#at
    const startedAt = performance.now()
    for (let step = 0; step < steps; step++) at = next[at]!
    const ms = performance.now() - startedAt
    this.#at = at
    return (ms * 1_000_000) / steps
  }
}

function shuffled(length: number): number[] {
  const order = Array.from({ length }, (_, place) => place)
  for (let last = length - 1; last > 0; last--) {
    const other = randomInt(last + 1)
    ;[order[last], order[other]] = [order[other]!, order[last]!]
  }
  return order
}

/** @returns milliseconds of each */
function forcedWrites(): number[] {
  const file = openSync(PROBE, 'w')
  try {
    const page = Buffer.alloc(PAGE_BYTES, 1)
    return Array.from({ length: FORCED_WRITES }, () => {
      const startedAt = performance.now()
      writeSync(file, page, 0, PAGE_BYTES, 0)
      fdatasyncSync(file)
      return performance.now() - startedAt
    })
  } finally {
    closeSync(file)
    rmSync(PROBE)
  }
}
