/** Whether an operation path begins with a reserved prefix. */
export function isReservedOperation(prefixes: readonly string[], path: string): boolean {
  return prefixes.some((prefix) => path.startsWith(prefix))
}

/** A separator behind a nonce prefix, and the number. */
const NUMBERED = /^[-:._~/]{0,4}\d*$/

/**
 * Whether a prefix draws its numbers in a reserved part. A prefix has one counter for all
 * separators: a caller who draws with another separator moves the numbers of the reserved paths as
 * well.
 */
export function isReservedNonce(prefixes: readonly string[], drawn: string): boolean {
  return prefixes.some(
    (prefix) =>
      drawn.startsWith(prefix) ||
      (prefix.startsWith(drawn) && NUMBERED.test(prefix.slice(drawn.length)))
  )
}
