/** The pages that a module adds to the console. They use the public API, as all of its pages do. */
export interface ConsolePages {
  /**
   * Absolute folder of the scripts (`.js`) and styles (`.css`) that the browser loads. It loads them
   * from `/console/assets/modules/<module>/`, and from `/console/assets/` what the console brings:
   * `lit-html/lit-html.js`, `parts.js`, `format.js`, and `action_button.js` for forms.
   */
  folder: string
  pages: readonly ConsolePage[]
}

export interface ConsolePage {
  /**
   * `/console/realms/:realmId/visits` for a page of a realm, `/console/visits` for one beside them;
   * a part that begins with a colon is a parameter of the page.
   */
  address: string
  /** Text of its entry in the navigation; a page without one is reached from others. */
  title?: string
  /** File of the folder whose default export draws the page (`modules/console/browser/router.js`). */
  script: string
}
