import type { Micros } from '#app/clock/clock'
import type { AccessControl } from '#app/extension/access_control'
import type { AskedMove, Principal } from '#app/extension/principal'
import { parseUsd } from '#app/money/usd'
import type { Spending } from '../core/spending.ts'

/**
 * What the policy of a credential lets it move out of an object in a window; undefined when nothing
 * bounds it.
 */
export function spendingOf(
  access: AccessControl,
  principal: Principal,
  { action, path, move }: { action: string; path: string; move: AskedMove },
  askedAt: Micros
): Spending | undefined {
  // The check of the request saw the path that the service has made of its Idempotency-Key.
  const asked = principal.asked?.length === 1 ? principal.asked[0]! : move
  const found = access.spendingWindows(principal, action, path, asked)
  if (found.length === 0) return undefined
  const windows = found.map(({ amount, seconds }) => ({ amount: parseUsd(amount), seconds }))
  return { credentialId: principal.credentialId, action, windows, askedAt }
}

/**
 * What the policy lets several moves take out of one object, each looked at with its own amount and
 * destination, because each may be permitted by another statement. Alike windows are named once.
 */
export function spendingsOf(
  access: AccessControl,
  principal: Principal,
  { path, moves }: { path: string; moves: readonly AskedMove[] },
  askedAt: Micros
): Spending[] {
  const bounds = new Map<string, Spending>()
  for (const move of moves) {
    const asked = { action: 'svc:TransferFrom', path, move }
    const spending = spendingOf(access, principal, asked, askedAt)
    if (spending) bounds.set(windowsText(spending), spending)
  }
  return [...bounds.values()]
}

function windowsText({ windows }: Spending): string {
  return windows.map(({ amount, seconds }) => `${amount}/${seconds}`).join()
}
