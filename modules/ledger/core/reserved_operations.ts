/** Whether an operation path begins with a reserved prefix. */
export function isReservedOperation(prefixes: readonly string[], path: string): boolean {
  return prefixes.some((prefix) => path.startsWith(prefix))
}

/** What may stand between a nonce prefix and its number, and the number. */
const NUMBERED = /^[-:._~/]{0,4}\d*$/

/**
 * Whether numbers drawn under a prefix count in a reserved part. The counter of a prefix is one, whatever
 * the separator: who draws with another one moves on the numbers of the reserved paths as well.
 */
export function isReservedNonce(prefixes: readonly string[], drawn: string): boolean {
  return prefixes.some(
    (prefix) =>
      drawn.startsWith(prefix) ||
      (prefix.startsWith(drawn) && NUMBERED.test(prefix.slice(drawn.length)))
  )
}
