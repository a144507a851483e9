// @ts-check

/**
 * @typedef {{ address: string, title: string | null, script: string }} Added a page of another module
 */

const REALM = '/console/realms/:realmId'

/** @type {Added[]} */
export const addedPages = JSON.parse(document.body.dataset.added ?? '[]')

/**
 * Loads its script. A page begins when its realm is known, unless it exports `needsRealm` as false: it
 * asks for its rows at once then, and not one call later.
 *
 * @param {Added} added
 * @returns {() => Promise<import('./router.js').Page>}
 */
export function addedPage({ script }) {
  return async () => {
    const { default: page, needsRealm = true } = await import(script)
    if (!needsRealm) return page
    return async (context, ...more) => page({ ...context, realm: await context.realmRead }, ...more)
  }
}

/**
 * The navigation inside of a realm.
 *
 * @param {string} base address of the realm's pages
 */
export function realmEntries(base) {
  return titled((address) => address.startsWith(`${REALM}/`)).map(([address, title]) => [
    address.replace(REALM, base),
    title,
  ])
}

export function serviceEntries() {
  return titled((address) => !address.startsWith(`${REALM}/`))
}

/**
 * @param {(address: string) => boolean} belongs
 * @returns {[address: string, title: string][]}
 */
function titled(belongs) {
  return addedPages.flatMap(({ address, title }) =>
    title !== null && belongs(address) ? [/** @type {[string, string]} */ ([address, title])] : []
  )
}
