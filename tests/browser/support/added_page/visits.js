import { html } from '/console/assets/lit-html/lit-html.js'
import { table } from '/console/assets/parts.js'
import { heading } from './heading.js'

/** The objects of a realm, as a module would show them. */
export default async function visitsPage({ api, realm }, { realmId }) {
  const { objects } = await api.get('/api/v1/objects', { realmId })
  const rows = objects.map(
    ({ path }) =>
      html`<tr>
        <td>${path}</td>
      </tr>`
  )
  return {
    title: 'Visits',
    view: html`${heading(realm.name)} ${table(['Object'], rows, 'None yet.', 'Visited objects')}`,
  }
}
