import type { Principal } from '#app/extension/principal'

const EVERY_ACTION = 'svc:*'

/**
 * Whether a credential may do some actions everywhere, like an unrestricted one or a read-only key:
 * then no row has to be filtered, counted or hidden by itself.
 */
export function seesEverything({ statements }: Principal, ...actions: readonly string[]): boolean {
  if (statements === null) return true
  return actions.every((action) => {
    const concerned = concerning(statements, action)
    return (
      concerned.every(({ effect }) => effect === 'Allow') &&
      concerned.some(({ resources }) => resources.includes('*'))
    )
  })
}

/**
 * Patterns that may deny an action somewhere below a folder, whose statements permit it on the folder
 * itself: what shows everything below it would show that too.
 *
 * @param folder with its trailing slash
 */
export function deniedBelow({ statements }: Principal, action: string, folder: string): string[] {
  return concerning(statements ?? [], action)
    .filter(({ effect }) => effect !== 'Allow')
    .flatMap(({ resources }) => resources)
    .filter((pattern) => {
      const [known = ''] = pattern.split('*', 1)
      return known.startsWith(folder) || (known !== pattern && folder.startsWith(known))
    })
}

/** Those statements that allow or deny an action somewhere. */
function concerning(statements: NonNullable<Principal['statements']>, action: string) {
  return statements.filter(
    ({ actions }) => actions.includes(action) || actions.includes(EVERY_ACTION)
  )
}
