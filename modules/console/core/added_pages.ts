import type { ConsolePages } from '#app/extension/console_pages'

/** A page of another module, as the browser is told of it. */
export interface AddedPage {
  address: string
  title: string | null
  /** Address of its script. */
  script: string
}

const ADDRESS = /^\/console(\/:?[a-zA-Z][a-zA-Z0-9_-]*)+$/
const SCRIPT = /^[\w-]+(\/[\w-]+)*\.js$/
/** Addresses below which the console has pages of its own. */
const TAKEN =
  /^\/console\/(assets|members|keys|tokens|signing-keys|sessions|audit|realms|:[^/]+)(\/|$)/
const TAKEN_IN_REALM =
  /^\/console\/realms\/:realmId\/(objects|operations|pending|links|events|custody|webhooks|settings|search)(\/|$)/
const OF_REALM = /^\/console\/realms\/:realmId\/[^:]/

/**
 * @throws Error naming the module whose page has an address that the console does not lead to, or
 *   that is taken
 */
export function addedPages(
  modules: readonly { name: string; consolePages?: ConsolePages }[]
): AddedPage[] {
  const owners = new Map<string, string>()
  return modules.flatMap(({ name, consolePages }) =>
    (consolePages?.pages ?? []).map(({ address, title = null, script }) => {
      const problem =
        addressProblem(address) ?? (SCRIPT.test(script) ? null : 'its script is no file name')
      const owner = owners.get(address)
      if (problem !== null || owner !== undefined) {
        const why = problem ?? `"${owner}" has it already`
        throw new Error(`Console page ${address} of "${name}" cannot be shown: ${why}`)
      }
      owners.set(address, name)
      return { address, title, script: `/console/assets/modules/${name}/${script}` }
    })
  )
}

function addressProblem(address: string): string | null {
  if (!ADDRESS.test(address)) return 'say /console/… or /console/realms/:realmId/…'
  if (OF_REALM.test(address) ? TAKEN_IN_REALM.test(address) : TAKEN.test(address)) {
    return 'the console has pages of its own there'
  }
  return null
}
