// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { copyButton } from '../parts.js'
import { clientCodeOf, curlOf } from './snippets.js'

/**
 * The call of a form, as a program makes it.
 *
 * @param {object} given
 * @param {import('./call.js').DeclaredCall} given.call
 * @param {ReturnType<typeof import('./call.js').addressed>} given.asked
 * @param {Record<string, unknown>} given.input
 * @param {string | undefined} given.key
 */
export function callView({ call, asked, input, key }) {
  const { origin } = location
  const code = clientCodeOf(call, { ...asked, input, key }, origin)
  const curl = curlOf({ ...asked, ...(key !== undefined && { key }) }, origin)
  return html`<aside class="call" aria-label="The same call by a program">
    <p><code>${call.method} ${call.path}</code></p>
    <p class="note">${call.summary}</p>
    <details open>
      <summary>curl</summary>
      <pre tabindex="0" aria-label="curl"><code>${curl}</code></pre>
      ${copyButton(curl, 'Copy the curl command')}
    </details>
    <details>
      <summary>TypeScript</summary>
      <pre tabindex="0" aria-label="TypeScript"><code>${code}</code></pre>
      ${copyButton(code, 'Copy the TypeScript')}
    </details>
  </aside>`
}
