import { LIMITS } from '#app/limits'
import { readJson } from '#app/metadata/read_json'

/** What is known of a JSON text before it is parsed. */
interface Structure {
  problem: StructureProblem | null
  /** How many keys all its objects name together; 0 beside a problem. */
  keys: number
}

/** Which limit a JSON text breaks, in words for its sender. */
interface StructureProblem {
  rule: 'depth' | 'keys' | 'items' | 'values'
  message: string
}

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_LIST = 0x5b
const CLOSE_LIST = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d

export type JsonReading =
  | { problem: StructureProblem }
  | {
      problem: null
      value: unknown
      /** A key that one of its objects names twice, of which `value` has the last one. */
      repeatedKey: string | null
    }

/**
 * Reads what a caller has sent as JSON, unless it breaks a limit of levels, keys, items or values.
 *
 * @param what its sender calls it, for the words of a problem
 * @param bytes the text in UTF-8
 * @throws SyntaxError
 */
export function readStrictly(
  what: 'body' | 'field' | 'frame',
  text: string,
  bytes: Uint8Array = Buffer.from(text)
): JsonReading {
  const { problem, keys } = structureOf(bytes, what)
  if (problem) return { problem }
  const value = parseJson(text)
  return { problem: null, value, repeatedKey: repeatedKey(text, keys, value) }
}

/** By level; what is deeper in them than a text has come is of one that was checked before. */
const opener = new Uint8Array(LIMITS.bodyDepth + 1)
const left = new Int32Array(LIMITS.bodyDepth + 1)

/**
 * Checks levels, keys and items of a JSON text without making values of it. A megabyte takes two
 * milliseconds, while parsing a megabyte of `[{},{},…]` blocks the process for half a second.
 *
 * @param bytes UTF-8; text that is no JSON may pass, because parsing refuses it
 */
function structureOf(bytes: Uint8Array, what: string): Structure {
  left[0] = 0
  let depth = 0
  let values = 0
  let keys = 0
  for (let at = 0; at < bytes.length; at++) {
    switch (bytes[at]) {
      case QUOTE:
        at = endOfText(bytes, at)
        break
      case OPEN_LIST:
      case OPEN_OBJECT:
        if (++depth > LIMITS.bodyDepth) return broken('depth', what)
        opener[depth] = bytes[at]!
        left[depth] = bytes[at] === OPEN_LIST ? LIMITS.bodyItems : LIMITS.bodyKeys
        values++
        break
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth = Math.max(0, depth - 1)
        break
      case COMMA:
        if (--left[depth]! === 0)
          return broken(opener[depth] === OPEN_LIST ? 'items' : 'keys', what)
        values++
        break
      case COLON:
        keys++
        break
    }
    if (values > LIMITS.bodyValues) return broken('values', what)
  }
  return { problem: null, keys }
}

/**
 * A key that one object of a JSON text names twice; null when there is none. Parsers disagree about
 * which of the two counts: a proxy could check the first `amount`, and the last would be booked.
 *
 * @param keys as `structureOf` has counted them
 * @param value what the text was parsed to, where each key of an object is left once
 */
function repeatedKey(text: string, keys: number, value: unknown): string | null {
  return keysIn(value) === keys ? null : findRepeated(text)
}

/** A list of values for each object would be most of what this costs. */
function keysIn(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  let keys = 0
  if (Array.isArray(value)) for (const each of value) keys += keysIn(each)
  else for (const key in value) keys += 1 + keysIn((value as Record<string, unknown>)[key])
  return keys
}

/**
 * Parses JSON, whose keys may be escaped.
 *
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  return text.includes('\\') ? readJson(text) : JSON.parse(text)
}

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]/g

function findRepeated(text: string): string | null {
  const open: Set<string>[] = []
  let string = ''
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') open.push(new Set())
    else if (token === '}' || token === ']') open.pop()
    else if (token !== ':') string = token
    else {
      const key = readJson(string) as string
      if (open.at(-1)!.has(key)) return key
      open.at(-1)!.add(key)
    }
  }
  return null
}

/** Where the JSON string that begins at a quote ends. */
function endOfText(bytes: Uint8Array, start: number): number {
  let at = start + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}

function broken(rule: StructureProblem['rule'], what: string): Structure {
  const message = {
    depth: `The ${what} is nested deeper than ${LIMITS.bodyDepth} levels.`,
    keys: `An object of the ${what} has more than ${LIMITS.bodyKeys} keys.`,
    items: `A list of the ${what} has more than ${LIMITS.bodyItems} items.`,
    values: `The ${what} holds more than ${LIMITS.bodyValues} values.`,
  }[rule]
  return { problem: { rule, message }, keys: 0 }
}
