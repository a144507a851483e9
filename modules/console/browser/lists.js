// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { keepFile } from './api.js'
import { csvText } from './csv.js'

/**
 * What lists have in common: what of them is shown, and how it is taken along.
 *
 * @typedef {object} Filter
 * @property {string} name as the API has it
 * @property {string} label
 * @property {readonly string[]} [options]
 *
 * @typedef {[head: string, of: (row: any) => unknown]} Column
 */

/** @type {Filter[]} */
export const DAYS = [
  { name: 'from', label: 'From (UTC)' },
  { name: 'to', label: 'Until (UTC)' },
]

/**
 * @param {readonly string[]} options
 * @returns {Filter}
 */
export const statusFilter = (options) => ({ name: 'status', label: 'Status', options })

const DAY = /^\d{4}-\d\d-\d\d$/

/**
 * The filters of an address as the API takes them: a day becomes its first or its last moment.
 *
 * @param {URLSearchParams} query
 * @param {Filter[]} filters
 * @returns {Record<string, string>}
 */
export function askedOf(query, filters) {
  const given = [...filters.map(({ name }) => name), 'cursor'].flatMap((name) => {
    const text = query.get(name) ?? ''
    return text === '' ? [] : [[name, DAY.test(text) ? momentOf(name, text) : text]]
  })
  return Object.fromEntries(given)
}

/**
 * @param {string} name
 * @param {string} day
 */
const momentOf = (name, day) =>
  name === 'from' || name === 'since' ? `${day}T00:00:00Z` : `${day}T23:59:59.999999Z`

/**
 * @param {import('./app.js').Context} context
 * @param {string} address of the list
 * @param {URLSearchParams} query
 * @param {Filter[]} filters
 */
export function filtersView({ go }, address, query, filters) {
  /** @param {Event} event */
  const show = (event) => {
    event.preventDefault()
    const form = /** @type {HTMLFormElement} */ (event.currentTarget)
    const given = [...new FormData(form)].filter(([, value]) => value !== '')
    const asked = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
    go(asked.size > 0 ? `${address}?${asked}` : address)
  }
  return html`<form class="filters" aria-label="Filters" @submit=${show} @change=${show}>
    ${filters.map((filter) => filterView(filter, query.get(filter.name) ?? ''))}
  </form>`
}

/**
 * @param {Filter} filter
 * @param {string} value
 */
function filterView({ name, label, options }, value) {
  const isDay = ['from', 'to', 'since', 'until'].includes(name)
  return html`<div>
    <label for="filter-${name}">${label}</label>
    ${
      options
        ? html`<select id="filter-${name}" name=${name}>
            <option value="">all</option>
            ${options.map(
              (each) =>
                html`<option value=${each} ?selected=${each === value}>
                  ${each.replaceAll('_', ' ')}
                </option>`
            )}
          </select>`
        : html`<input
            id="filter-${name}"
            name=${name}
            type=${isDay ? 'date' : 'text'}
            autocomplete="off"
            .value=${value}
          />`
    }
  </div>`
}

/**
 * Keeps the rows that are shown as a file.
 *
 * @param {string} name
 * @param {Column[]} columns
 * @param {any[]} rows
 */
export function csvButton(name, columns, rows) {
  const keep = () => {
    const cells = rows.map((row) => columns.map(([, of]) => of(row)))
    const text = csvText(
      columns.map(([head]) => head),
      cells
    )
    keepFile(new Blob([text], { type: 'text/csv' }), `${name}.csv`)
  }
  return html`<button class="quiet" type="button" ?disabled=${rows.length === 0} @click=${keep}>
    Export as CSV
  </button>`
}
