import type { Principal } from '#app/extension/principal'

const EVERY_ACTION = 'svc:*'

/**
 * Whether a credential may do some actions everywhere, as an unrestricted one and a read-only key
 * do: then nothing has to be filtered, counted or hidden row by row.
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
