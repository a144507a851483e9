// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { isNegative, short, usd, when } from './format.js'

/** Pieces that several pages show, so that the same thing always looks the same. */

/** @param {string} state */
export const badge = (state) =>
  html`<span class="badge ${state}">${state.replaceAll('_', ' ')}</span>`

/** @param {string | null | undefined} amount */
export const money = (amount) =>
  html`<span class="money ${isNegative(amount) ? 'negative' : ''}">${usd(amount)}</span>`

/** @param {string | null | undefined} time */
export const moment = (time) =>
  time ? html`<time datetime=${time}>${when(time)}</time>` : html`<span class="note">—</span>`

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
      <table>
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
    <td><code>${operation.sourceObjectPath ?? '—'}</code></td>
    <td><code>${operation.targetObjectPath ?? '—'}</code></td>
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
function amountOf({ input, outcome }) {
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
