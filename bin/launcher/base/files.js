// @ts-check
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Replaces a file so that a crash at any moment leaves either the old or the new content.
 *
 * @param {string} path
 * @param {string | Uint8Array} content
 * @param {number} [mode]
 */
export function writeFileDurably(path, content, mode = 0o600) {
  const temporary = `${path}.${process.pid}.tmp`
  const file = openSync(temporary, 'w', mode)
  try {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    for (let offset = 0; offset < bytes.length;) offset += writeSync(file, bytes, offset)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(temporary, path)
  const directory = openSync(dirname(path), 'r')
  try {
    fsyncSync(directory)
  } finally {
    closeSync(directory)
  }
}

/**
 * @param {string} path
 * @returns {any} undefined when the file is missing or not JSON
 */
export function readJson(path) {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    return undefined
  }
}
