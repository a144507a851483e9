/**
 * Engine values as JSON text. A bigint becomes `{"n":"12"}`: no caller can put an object with this
 * one key into the state, so that no text of theirs is read as a number.
 */
export function toRecord(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'bigint' ? { n: part.toString() } : part
  )
}

export function fromRecord<Value>(text: string): Value {
  return JSON.parse(text, (_key, part: unknown) =>
    isInteger(part) ? BigInt(part.n) : part
  ) as Value
}

function isInteger(part: unknown): part is { n: string } {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return false
  const keys = Object.keys(part)
  return keys.length === 1 && typeof (part as { n?: unknown }).n === 'string'
}
