import type { OperationType } from '#app/extension/vocabulary'
import type { Operation } from '../core/terms.ts'

/**
 * Texts by their outcomes, which never change, so that an outcome that was read or written is shown
 * without making its text again.
 */
const texts = new WeakMap<Operation['outcome'], string>()

/**
 * Bytes that the text of a pending operation has to spare. Its end makes the text longer; a row that grows
 * in a full page makes InnoDB write the page anew, which is several times the redo of the row.
 */
const ROOM = 64

/** The text as it is stored. Room is blanks behind it, which JSON allows, in steps, so that a longer text often keeps its length. */
export function storedOutcome({ state, outcome }: Pick<Operation, 'state' | 'outcome'>): string {
  const text = outcomeText(outcome)
  return state === 'pending' ? text.padEnd(ROOM * Math.ceil(text.length / ROOM + 1)) : text
}

/** Reads the text of an outcome, once when its operation is loaded. */
export function toOutcome<Type extends OperationType>(text: string): Operation<Type>['outcome'] {
  const outcome = JSON.parse(text) as Operation<Type>['outcome']
  texts.set(outcome, text.trimEnd())
  return outcome
}

/** The text of an outcome as it is shown, written once. */
export function outcomeText(outcome: Operation['outcome']): string {
  let text = texts.get(outcome)
  if (text === undefined) texts.set(outcome, (text = JSON.stringify(outcome)))
  return text
}
