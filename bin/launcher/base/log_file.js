// @ts-check
import {
  closeSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs'
import { stripVTControlCharacters } from 'node:util'

const ROTATE_AT_BYTES = 10 * 1024 * 1024
const TAIL_BYTES = 64 * 1024

/** Appends to a log and keeps at most the current and one previous file. */
export class LogFile {
  #file
  #bytes
  #closed = false

  /** @param {string} path */
  constructor(path, rotateAtBytes = ROTATE_AT_BYTES) {
    this.path = path
    this.rotateAtBytes = rotateAtBytes
    this.#file = openSync(path, 'a', 0o600)
    this.#bytes = fstatSync(this.#file).size
  }

  /** @param {string | Uint8Array} chunk */
  write(chunk) {
    // A grandchild may hold the pipe open longer than the child lived.
    if (this.#closed) return
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
    if (this.#bytes > 0 && this.#bytes + bytes.length > this.rotateAtBytes) this.#rotate()
    writeSync(this.#file, bytes)
    this.#bytes += bytes.length
  }

  close() {
    this.#closed = true
    closeSync(this.#file)
  }

  #rotate() {
    closeSync(this.#file)
    renameSync(this.path, `${this.path}.1`)
    this.#file = openSync(this.path, 'a', 0o600)
    this.#bytes = 0
  }
}

/**
 * Opens the log of a service that writes it by itself; such a log is rotated only between two runs.
 *
 * @param {string} path
 */
export function openServiceLog(path) {
  try {
    if (statSync(path).size > ROTATE_AT_BYTES) renameSync(path, `${path}.1`)
  } catch {
    // At the first run there is nothing to rotate.
  }
  return openSync(path, 'a', 0o600)
}

/**
 * @param {string} path
 * @param {number} lineCount
 * @param {number} [fromByte] ignore what was written before this offset
 * @returns {string[]} the last lines, empty when there is no log
 */
export function tailOf(path, lineCount, fromByte = 0) {
  let file
  try {
    file = openSync(path, 'r')
  } catch {
    return []
  }
  try {
    const { size } = fstatSync(file)
    const start = Math.max(fromByte <= size ? fromByte : 0, size - TAIL_BYTES)
    const buffer = Buffer.alloc(size - start)
    readSync(file, buffer, 0, buffer.length, start)
    const lines = buffer.toString('utf8').split('\n')
    return lines.filter((line) => line.trim() !== '').slice(-lineCount)
  } finally {
    closeSync(file)
  }
}

/**
 * @param {string} path
 * @param {number} lineCount
 * @param {number} fromByte
 * @param {RegExp} [beginning] what is before the first line that matches is left out
 * @returns {string[]} the first lines from there on
 */
export function headOf(path, lineCount, fromByte, beginning) {
  const text = readFileSync(path).subarray(fromByte).toString('utf8')
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const found = beginning
    ? lines.findIndex((line) => beginning.test(stripVTControlCharacters(line)))
    : 0
  return lines.slice(Math.max(0, found)).slice(0, lineCount)
}

/** @param {string} path */
export function sizeOf(path) {
  try {
    return statSync(path).size
  } catch {
    return 0
  }
}
