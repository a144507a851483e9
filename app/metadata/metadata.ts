import { freeTextProblem } from '#app/metadata/free_text'
import { LIMITS } from '#app/limits'

export type Metadata = Record<string, string>

/** Why a value is not a metadata map, or null when it is one: texts by short keys, 4 KiB in all. */
export function metadataProblem(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'must be a map of texts'
  }
  const entries = Object.entries(value)
  if (entries.length > LIMITS.metadataKeys) {
    return `must have at most ${LIMITS.metadataKeys} keys`
  }
  for (const [key, text] of entries) {
    if (key.length === 0 || key.length > LIMITS.metadataKeyLength) {
      return `must have keys of 1 to ${LIMITS.metadataKeyLength} characters`
    }
    if (typeof text !== 'string') return 'must hold texts only'
    if (text.length > LIMITS.metadataValueLength) {
      return `must hold texts of at most ${LIMITS.metadataValueLength} characters`
    }
    const problem = freeTextProblem(key) ?? freeTextProblem(text)
    if (problem) return `${problem}, in keys and texts`
  }
  if (Buffer.byteLength(JSON.stringify(value)) > LIMITS.metadataBytes) {
    return `must be at most ${LIMITS.metadataBytes} bytes of JSON`
  }
  return null
}
