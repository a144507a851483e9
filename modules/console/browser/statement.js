// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { askedOf, DAYS } from './lists.js'

/**
 * What moved at an object between two days, with the balance after each movement, as a file.
 *
 * @param {import('./api.js').Api} api
 * @param {{ id: string }} object
 */
export function statementView(api, { id }) {
  /** @param {Event} event */
  const keep = async (event) => {
    event.preventDefault()
    const form = /** @type {HTMLFormElement} */ (event.currentTarget)
    const said = /** @type {HTMLElement} */ (form.nextElementSibling)
    const given = new URLSearchParams(
      [...new FormData(form)].map(([name, value]) => [name, String(value)])
    )
    const format = given.get('format') ?? 'csv'
    said.textContent = ''
    try {
      const asked = { ...askedOf(given, DAYS), format }
      await api.keep(`/api/v1/objects/${id}/statement`, asked, `statement-${id}.${format}`)
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message
    }
  }
  return html`
    <h2>Statement</h2>
    <form class="filters" aria-label="Statement" @submit=${keep}>
      ${DAYS.map(
        ({ name, label }) =>
          html`<div>
            <label for="statement-${name}">${label}</label>
            <input id="statement-${name}" name=${name} type="date" />
          </div>`
      )}
      <div>
        <label for="statement-format">Format</label>
        <select id="statement-format" name="format">
          <option value="csv">CSV</option>
          <option value="json">JSON</option>
        </select>
      </div>
      <button class="quiet" type="submit">Save the statement</button>
    </form>
    <p class="problem" role="alert"></p>
  `
}
