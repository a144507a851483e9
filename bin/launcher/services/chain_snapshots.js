// @ts-check
import { mkdirSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { writeFileDurably } from '../base/files.js'

/** The newest snapshot may be unreadable after a disk failure; the one before it is then used. */
const GENERATIONS_KEPT = 2
const NAME = /^state-(\d{8})\.json\.gz$/

/** @param {number} generation */
const nameOf = (generation) => `state-${String(generation).padStart(8, '0')}.json.gz`

/**
 * @param {string[]} names of a directory
 * @returns {{ newestFirst: number[], next: number, surplus: number[] }} `surplus` may go once `next` is written
 */
export function planGenerations(names) {
  const newestFirst = names
    .map((name) => NAME.exec(name)?.[1])
    .filter((digits) => digits !== undefined)
    .map(Number)
    .sort((a, b) => b - a)
  return {
    newestFirst,
    next: (newestFirst[0] ?? 0) + 1,
    surplus: newestFirst.slice(GENERATIONS_KEPT - 1),
  }
}

/** Snapshots of the chain's state, in a directory that holds at most two of them. */
export class ChainSnapshots {
  /** @param {string} directory */
  constructor(directory) {
    this.directory = directory
    mkdirSync(directory, { recursive: true, mode: 0o700 })
  }

  #plan() {
    return planGenerations(readdirSync(this.directory))
  }

  /** @param {Uint8Array} compressedState gzip, as the node's dump hands it over */
  write(compressedState) {
    const { next, surplus } = this.#plan()
    writeFileDurably(join(this.directory, nameOf(next)), compressedState)
    for (const generation of surplus)
      rmSync(join(this.directory, nameOf(generation)), { force: true })
  }

  /**
   * The readable snapshots, newest first. gzip has a checksum, so that a torn file is recognized.
   *
   * @returns {Generator<{ generation: number, state: Buffer } | { generation: number, state: null }>}
   */
  *readable() {
    for (const generation of this.#plan().newestFirst) {
      yield { generation, state: this.#read(generation) }
    }
  }

  /** @param {number} generation */
  #read(generation) {
    try {
      const state = gunzipSync(readFileSync(join(this.directory, nameOf(generation))))
      return state[0] === '{'.charCodeAt(0) ? state : null
    } catch {
      return null
    }
  }
}
