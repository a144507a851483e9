import type { PolicyStatement } from '#app/extension/principal'
import { matches, parsePattern } from '#modules/auth/core/resource_pattern'

export type Verdict = 'allowed' | 'denied' | 'not_allowed'

const EVERY_ACTION = 'svc:*'

/**
 * Decides one action on one resource: an explicit Deny first, then an Allow, else no. `null`
 * statements are an unrestricted credential. Order of statements never matters.
 */
export function evaluate(
  statements: readonly PolicyStatement[] | null,
  action: string,
  resource: string
): Verdict {
  if (statements === null) return 'allowed'
  const concerned = statements.filter(
    ({ actions }) => actions.includes(action) || actions.includes(EVERY_ACTION)
  )
  if (concerned.some((statement) => denies(statement, resource))) return 'denied'
  return concerned.some((statement) => allows(statement, resource)) ? 'allowed' : 'not_allowed'
}

/** A Deny with a pattern nobody understands denies everything: damage must not open a door. */
function denies({ effect, resources }: PolicyStatement, resource: string): boolean {
  if (effect === 'Allow') return false
  return resources.some((text) => {
    const pattern = parsePattern(text)
    return pattern === null || matches(pattern, resource)
  })
}

function allows({ effect, resources }: PolicyStatement, resource: string): boolean {
  if (effect !== 'Allow') return false
  return resources.some((text) => {
    const pattern = parsePattern(text)
    return pattern !== null && matches(pattern, resource)
  })
}
