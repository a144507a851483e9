// @ts-check

/**
 * @typedef {import('./app.js').Shown} Shown
 * @typedef {import('./app.js').Context} Context
 * @typedef {(context: Context, params: Record<string, string>, query: URLSearchParams) => Promise<Shown>} Page
 * @typedef {{ load: () => Promise<Page> }} Entry
 */

/** Which page an address names. */
export class Router {
  /** @type {(Entry & { pattern: RegExp, names: string[] })[]} */
  #routes = []

  /**
   * @param {string} pattern such as `/console/realms/:realmId`
   * @param {() => Promise<Page>} load its script is loaded when it is first looked at
   */
  add(pattern, load) {
    const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
    const source = pattern.replace(/:\w+/g, '([^/]+)')
    this.#routes.push({ pattern: new RegExp(`^${source}/?$`), names, load })
    return this
  }

  /**
   * Several pages below one address.
   *
   * @param {string} base
   * @param {Record<string, () => Promise<Page>>} pages by what follows the base
   */
  addAll(base, pages) {
    for (const [path, load] of Object.entries(pages)) this.add(base + path, load)
    return this
  }

  /** @param {string} path */
  find(path) {
    for (const { pattern, names, load } of this.#routes) {
      const match = pattern.exec(path)
      if (!match) continue
      const values = names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')])
      const params = /** @type {Record<string, string>} */ (Object.fromEntries(values))
      return { load, params }
    }
    return null
  }
}
