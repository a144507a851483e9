/** Why something failed, on one line; of several attempts (each address of a name) the first. */
export function errorText(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return errorText(error.errors[0])
  if (!(error instanceof Error)) return String(error)
  const cause = error.cause instanceof Error ? `: ${errorText(error.cause)}` : ''
  return `${error.message || error.name}${cause}`.split('\n')[0]!
}
