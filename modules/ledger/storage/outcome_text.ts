import type { OperationType } from '#app/extension/vocabulary'
import type { Operation } from '../core/terms.ts'

/**
 * Texts by their outcomes, which never change, so that an outcome that was read or written is shown
 * without making its text again.
 */
const texts = new WeakMap<Operation['outcome'], string>()

/** Reads the text of an outcome, once when its operation is loaded. */
export function toOutcome<Type extends OperationType>(text: string): Operation<Type>['outcome'] {
  const outcome = JSON.parse(text) as Operation<Type>['outcome']
  texts.set(outcome, text)
  return outcome
}

/** The text of an outcome as it is stored and shown, written once. */
export function outcomeText(outcome: Operation['outcome']): string {
  let text = texts.get(outcome)
  if (text === undefined) texts.set(outcome, (text = JSON.stringify(outcome)))
  return text
}
