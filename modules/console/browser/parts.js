// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { ago, headline, isNegative, short, usd, when } from './format.js'

/** Pieces that several pages show, so that the same thing always looks the same. */

/** @param {string} state */
export const badge = (state) =>
  html`<span class="badge ${state}">${state.replaceAll('_', ' ')}</span>`

/** @param {string | null | undefined} amount */
export const money = (amount) =>
  html`<span class="money ${isNegative(amount) ? 'negative' : ''}">${usd(amount)}</span>`

/**
 * An amount in a headline; its last digits are shown to whoever points at it.
 *
 * @param {string | null | undefined} amount
 */
export const roundMoney = (amount) =>
  html`<span class="money ${isNegative(amount) ? 'negative' : ''}" title=${amount ?? ''}
    >${headline(amount)}</span
  >`

/**
 * How long ago; the exact time is shown to whoever points at it, and the page counts on.
 *
 * @param {string | null | undefined} time
 */
export const moment = (time) =>
  time
    ? html`<time datetime=${time} title=${when(time)} data-ago>${ago(time)}</time>`
    : html`<span class="note">—</span>`

/** @param {string | null | undefined} time */
export const exactly = (time) => html`${moment(time)}${time ? html`, ${when(time)}` : ''}`

/**
 * A path, as a link to the object when it is one that can be looked at.
 *
 * @param {string} realmId
 * @param {string | null | undefined} path
 */
export function pathLink(realmId, path) {
  if (!path) return html`<span class="note">—</span>`
  // Paths of the service's own accounts begin with an underscore, and have no page.
  if (!path.startsWith('/') || path.startsWith('/_'))
    return html`<code title=${path}>${path}</code>`
  const query = new URLSearchParams({ path })
  return html`<a href="/console/realms/${realmId}/objects/at?${query}"
    ><code title=${path}>${path}</code></a
  >`
}

/**
 * @param {string} text
 * @param {string} label for those who do not see where it stands
 * @param {string} [shown] the words of the button
 */
export function copyButton(text, label, shown = 'Copy') {
  /** @param {Event} event */
  const copy = async ({ currentTarget }) => {
    const button = /** @type {HTMLElement} */ (currentTarget)
    // Without TLS a browser gives no clipboard; the text can be marked then.
    await navigator.clipboard?.writeText(text)
    button.textContent = navigator.clipboard ? 'Copied' : 'Mark and copy the text'
  }
  return html`<button class="small quiet" type="button" aria-label=${label} @click=${copy}>
    ${shown}
  </button>`
}

/** @param {string | null | undefined} id */
export const code = (id) =>
  id ? html`<code class="id" title=${id}>${short(id)}</code>` : html`<span class="note">—</span>`

/**
 * @param {(string | { text: string, amount: true })[]} heads a column of amounts is set to the right
 * @param {any[]} rows
 * @param {string} none what to say when there are no rows
 * @param {string} label what the table shows, for those who do not see it
 */
export function table(heads, rows, none, label) {
  if (rows.length === 0) return html`<p class="note">${none}</p>`
  return html`
    <div class="scroll" tabindex="0" role="region" aria-label=${label}>
      <table class="rows">
        <thead>
          <tr>
            ${heads.map((head) =>
              typeof head === 'string'
                ? html`<th scope="col">${head}</th>`
                : html`<th scope="col" class="amount">${head.text}</th>`
            )}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
  `
}

/** @param {string} text */
export const amountHead = (text) => ({ text, amount: /** @type {const} */ (true) })

/** @param {[string, any][]} facts */
export function facts(facts) {
  return html`<dl class="facts">
    ${facts.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`
    )}
  </dl>`
}

/** @param {[string, any][]} cards */
export function cards(cards) {
  return html`<div class="cards">
    ${cards.map(
      ([name, value]) =>
        html`<section class="card">
          <h2>${name}</h2>
          <p class="amount">${value}</p>
        </section>`
    )}
  </div>`
}

/**
 * @param {string} realmId
 * @param {any} operation
 */
export function operationRow(realmId, operation) {
  const address = `/console/realms/${realmId}/operations/${operation.id}`
  return html`<tr>
    <td><a href=${address}>${operation.type.replaceAll('_', ' ')}</a></td>
    <td>${badge(operation.state)}</td>
    <td class="amount">${money(amountOf(operation))}</td>
    <td class="place">${pathLink(realmId, operation.sourceObjectPath)}</td>
    <td class="place">${pathLink(realmId, operation.targetObjectPath)}</td>
    <td>${moment(operation.createdAt)}</td>
  </tr>`
}

export const OPERATION_HEADS = ['Operation', 'State', amountHead('USD'), 'From', 'To', 'When']

/**
 * What an operation is about, where it is an amount.
 *
 * @param {any} operation
 * @returns {string | null}
 */
export function amountOf({ input, outcome }) {
  for (const text of [outcome, input]) {
    try {
      const { amount } = JSON.parse(text)
      if (typeof amount === 'string') return amount
    } catch {
      // Not every operation has both.
    }
  }
  return null
}

/**
 * A page of a list, and how to see the next.
 *
 * @param {string} address of this list
 * @param {URLSearchParams} query of this page
 * @param {string | null | undefined} nextCursor
 */
export function pager(address, query, nextCursor) {
  const first = query.has('cursor')
  if (!first && !nextCursor) return nothing
  const next = new URLSearchParams(query)
  if (nextCursor) next.set('cursor', nextCursor)
  const start = new URLSearchParams(query)
  start.delete('cursor')
  return html`<nav class="pager" aria-label="Pages">
    ${first ? html`<a href="${address}?${start}">Newest</a>` : nothing}
    ${nextCursor ? html`<a href="${address}?${next}">Older</a>` : nothing}
  </nav>`
}

/**
 * Something that is shown once, or that is given to somebody else.
 *
 * @param {string} what as people call it
 * @param {string} text
 * @param {{ once: boolean }} [how]
 */
export const secretView = (what, text, { once } = { once: true }) =>
  html`<div class="secret">
    ${once ? html`<p><strong>This is the only time the ${what} is shown.</strong></p>` : nothing}
    <pre tabindex="0" aria-label=${what}><code>${text}</code></pre>
    ${copyButton(text, `Copy the ${what}`)}
  </div>`

/**
 * Gives each cell the head of its column, so that a row can be read as a card where the columns do
 * not fit.
 *
 * @param {HTMLElement} root
 */
export function completeTables(root) {
  for (const table of root.querySelectorAll('table.rows')) {
    const heads = [...table.querySelectorAll('thead th')].map(
      ({ textContent }) => textContent ?? ''
    )
    for (const row of table.querySelectorAll('tbody tr')) {
      for (const [index, cell] of [...row.children].entries()) {
        if (cell instanceof HTMLElement) cell.dataset.head = heads[index]?.trim() ?? ''
      }
    }
  }
}

/** @param {ParentNode} root */
export function tellTimes(root) {
  for (const time of root.querySelectorAll('time[data-ago]')) {
    // The text alone: what stands around it belongs to whoever draws the page.
    const text = [...time.childNodes].find((node) => node instanceof Text)
    if (text) text.data = ago(/** @type {HTMLTimeElement} */ (time).dateTime)
  }
}
