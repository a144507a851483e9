import { randomUUID } from 'node:crypto'
import { withOperators } from '#tests/support/auth_settings'
import type { Visit } from '#tests/support/browser'

/** Opens an operator page with nothing but a keyboard, signing in as somebody new on the way. */
export async function signInOnTheWayTo(visit: Visit, path: string) {
  await visit.page.goto(path)
  await visit.fillWithKeyboard(`${randomUUID()}@browser.example`, 'Ann Example')
  await visit.page.waitForURL(path)
}

/**
 * The service answers as it does when somebody else is its only operator.
 *
 * @returns puts everything back
 */
export function withAnotherOperator(): Promise<() => void> {
  return withOperators('boss@browser.example')
}
