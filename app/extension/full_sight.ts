import type { Principal } from '#app/extension/principal'

const EVERY_ACTION = 'svc:*'

/**
 * Whether a credential may do some actions everywhere, like an unrestricted one or a read-only key:
 * then no row has to be filtered, counted or hidden by itself.
 */
export function seesEverything({ statements }: Principal, ...actions: readonly string[]): boolean {
  if (statements === null) return true
  return actions.every((action) => {
    const concerned = statements.filter(
      (statement) => statement.actions.includes(action) || statement.actions.includes(EVERY_ACTION)
    )
    return (
      concerned.every(({ effect }) => effect === 'Allow') &&
      concerned.some(({ resources }) => resources.includes('*'))
    )
  })
}
