import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { test } from '@japa/runner'

const { TRIES_FILE, FAILING_TRIES } = process.env

/** How often this was tried before. */
function counted(): number {
  const before = existsSync(TRIES_FILE!) ? Number(readFileSync(TRIES_FILE!, 'utf8')) : 0
  writeFileSync(TRIES_FILE!, String(before + 1))
  return before
}

test.group('moody', () => {
  test('passes', () => {})

  test('passes once it was tried often enough', () => {
    const before = counted()
    if (before < Number(FAILING_TRIES)) throw new Error(`In try ${before + 1} it fails`)
  })
})
