// @ts-check
import { html, render } from '/console/assets/lit-html/lit-html.js'
import { curlOf, requestCodeOf } from './forms/snippets.js'

const SHOWN = 50
const SAID_MS = 2000

/**
 * Shows what the console asked the API, newest first.
 *
 * @param {import('./api.js').Api} api
 * @param {HTMLElement} place
 */
export function drawCalls(api, place) {
  let isOpen = false
  const draw = () => render(view(api.calls, isOpen, toggled), place)
  /** @param {Event} event */
  const toggled = ({ currentTarget }) => {
    isOpen = /** @type {HTMLDetailsElement} */ (currentTarget).open
    draw()
  }
  api.addEventListener('call', draw)
  draw()
}

/**
 * Rows are drawn for whoever looks at them: there is a call behind everything a page does.
 *
 * @param {import('./api.js').Call[]} calls
 * @param {boolean} isOpen
 * @param {(event: Event) => void} toggled
 */
function view(calls, isOpen, toggled) {
  const newest = calls[0]
  return html`
    <details @toggle=${toggled}>
      <summary>
        <span>Calls of the API</span>
        <span class="note"
          >${calls.length === 0 ? 'none yet' : `${calls.length}, newest ${newest?.method} ${newest?.path.split('?')[0]}`}</span
        >
      </summary>
      <div class="scroll" tabindex="0" role="region" aria-label="Calls of the API">
        <table>
          <thead>
            <tr>
              <th>Call</th>
              <th class="amount">Status</th>
              <th class="amount">Took</th>
              <th>Request</th>
              <th></th>
            </tr>
          </thead>
          <tbody>
            ${(isOpen ? calls.slice(0, SHOWN) : []).map(
              (call) =>
                html`<tr>
                  <td><code>${call.method} ${call.path}</code></td>
                  <td class="amount ${call.status >= 400 ? 'problem' : ''}">${call.status}</td>
                  <td class="amount">${call.tookMs} ms</td>
                  <td><code>${call.requestId}</code></td>
                  <td>
                    ${copyView('curl', () => curlOf(askedOf(call), location.origin))}
                    ${copyView('TypeScript', () => requestCodeOf(askedOf(call), location.origin))}
                  </td>
                </tr>`
            )}
          </tbody>
        </table>
      </div>
    </details>
  `
}

/** @param {import('./api.js').Call} call */
const askedOf = ({ path, ...asked }) => ({ ...asked, address: path })

/**
 * @param {string} language
 * @param {() => string} textOf
 */
function copyView(language, textOf) {
  /** @param {Event} event */
  const copy = async ({ currentTarget }) => {
    const button = /** @type {HTMLElement} */ (currentTarget)
    // Without TLS a browser gives no clipboard.
    await navigator.clipboard?.writeText(textOf())
    button.textContent = navigator.clipboard ? 'Copied' : 'No clipboard without TLS'
    setTimeout(() => (button.textContent = `Copy as ${language}`), SAID_MS)
  }
  return html`<button class="small quiet" type="button" @click=${copy}>Copy as ${language}</button>`
}
