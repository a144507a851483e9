import canonicalize from 'canonicalize'
import { freeTextProblem } from '#app/metadata/free_text'
import { LEDGER_LIMITS } from '../limits.ts'

/** The labels of an object or a folder. */
export type Labels = Readonly<Record<string, string>>

/** A merge: a text sets a key, null removes it, a key that is not named is kept. */
export type LabelChange = Readonly<Record<string, string | null>>

/** Prefixes of keys that only the service itself may use. */
export const RESERVED_LABEL_PREFIXES = ['arca.', '_'] as const

const KEY = new RegExp(`^[a-zA-Z][a-zA-Z0-9._-]{0,${LEDGER_LIMITS.labelKeyLength - 1}}$`)

/** Why a text cannot be a key of a caller's label, or null when it can. */
export function labelKeyProblem(key: string): string | null {
  if (RESERVED_LABEL_PREFIXES.some((prefix) => key.startsWith(prefix))) {
    return 'begins with a prefix reserved for the service'
  }
  if (KEY.test(key)) return null
  return `must be 1 to ${LEDGER_LIMITS.labelKeyLength} letters, digits, dots, underscores and dashes, a letter first`
}

/** Why a text cannot be a label's value, or null when it can. Its characters are code points. */
export function labelValueProblem(value: string): string | null {
  const problem = freeTextProblem(value)
  if (problem) return problem
  // The length in UTF-16 units is never below the number of characters, so most values need no
  // counting.
  if (value.length <= LEDGER_LIMITS.labelValueLength) return null
  if ([...value].length <= LEDGER_LIMITS.labelValueLength) return null
  return `must be at most ${LEDGER_LIMITS.labelValueLength} characters`
}

/** Why a whole set of labels is refused, or null: too many keys, or too many bytes together. */
export function labelsProblem(labels: Labels): { rule: string; message: string } | null {
  if (Object.keys(labels).length > LEDGER_LIMITS.labelKeys) {
    return { rule: 'label_count', message: `At most ${LEDGER_LIMITS.labelKeys} labels may be set.` }
  }
  if (Buffer.byteLength(labelsText(labels) ?? '') > LEDGER_LIMITS.labelsBytes) {
    return {
      rule: 'label_bytes',
      message: `All labels together may take ${LEDGER_LIMITS.labelsBytes} bytes as canonical JSON.`,
    }
  }
  return null
}

/** The labels after a merge. */
export function mergeLabels(labels: Labels, change: LabelChange): Labels {
  const merged = new Map(Object.entries(labels))
  for (const [key, value] of Object.entries(change)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  return Object.fromEntries(merged)
}

/** Labels as they are stored, counted and compared: canonical JSON, or null when there are none. */
export function labelsText(labels: Labels): string | null {
  return Object.keys(labels).length === 0 ? null : canonicalize(labels)!
}

export function parseLabels(text: string | null): Labels {
  return text === null ? {} : (JSON.parse(text) as Labels)
}
