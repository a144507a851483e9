import { LINK_LIMITS } from './limits.ts'

export type Metadata = Record<string, string>

/** Why a value is not a metadata map, or null when it is one: texts by short keys, 4 KiB in all. */
export function metadataProblem(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return 'must be a map of texts'
  }
  const entries = Object.entries(value)
  const { metadataKeys, metadataKeyLength, metadataValueLength, metadataBytes } = LINK_LIMITS
  if (entries.length > metadataKeys) return `must have at most ${metadataKeys} keys`
  for (const [key, text] of entries) {
    if (key.length === 0 || key.length > metadataKeyLength) {
      return `must have keys of 1 to ${metadataKeyLength} characters`
    }
    if (typeof text !== 'string') return 'must hold texts only'
    if (text.length > metadataValueLength) {
      return `must hold texts of at most ${metadataValueLength} characters`
    }
  }
  if (Buffer.byteLength(JSON.stringify(value)) > metadataBytes) {
    return `must be at most ${metadataBytes} bytes of JSON`
  }
  return null
}
