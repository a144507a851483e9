// @ts-check

/**
 * @typedef {import('./app.js').Shown} Shown
 * @typedef {import('./app.js').Context} Context
 * @typedef {(context: Context, params: Record<string, string>, query: URLSearchParams) => Promise<Shown>} Page
 */

/** Which page an address names. */
export class Router {
  /** @type {{ pattern: RegExp, names: string[], page: Page }[]} */
  #routes = []

  /**
   * @param {string} pattern such as `/console/realms/:realmId`
   * @param {Page} page
   */
  add(pattern, page) {
    const names = [...pattern.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
    const source = pattern.replace(/:\w+/g, '([^/]+)')
    this.#routes.push({ pattern: new RegExp(`^${source}/?$`), names, page })
    return this
  }

  /** @param {string} path */
  find(path) {
    for (const { pattern, names, page } of this.#routes) {
      const match = pattern.exec(path)
      if (!match) continue
      const values = names.map((name, index) => [name, decodeURIComponent(match[index + 1] ?? '')])
      return { page, params: /** @type {Record<string, string>} */ (Object.fromEntries(values)) }
    }
    return null
  }
}
