import type { AskedMove } from '#app/extension/principal'

type Values = Record<string, unknown>

/**
 * The movements of a request that has several in one operation: its moves, or the whole amount to
 * each of its targets, because nobody knows yet how much each of them gets.
 */
export function partsOf(values: Values): Values[] {
  const { moves, targets, amount } = values
  const each = (list: unknown) => (Array.isArray(list) ? (list as Values[]) : null)
  const parts =
    each(moves) ??
    each(targets)?.map(({ objectPath }) => ({ amount, targetObjectPath: objectPath }))
  return parts?.map((part) => ({ ...values, ...part })) ?? [values]
}

/**
 * What conditions of policies look at in a movement. Every request calls these fields so; what one
 * calls otherwise is not named to policies.
 */
export function askedMove(values: Values, path?: unknown): AskedMove {
  return {
    operationPath: textOrNull(path),
    amount: textOrNull(values.amount),
    destination: textOrNull(values.destinationAddress ?? values.targetObjectPath),
  }
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}
