// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { badge, moment, table } from '../parts.js'

/** @type {import('../router.js').Page} */
export async function realmsPage({ api, go }) {
  const { realms } = await api.get('/api/v1/realms')
  /** @param {SubmitEvent} event */
  const create = async (event) => {
    event.preventDefault()
    const form = /** @type {HTMLFormElement} */ (event.target)
    const said = /** @type {HTMLElement} */ (form.querySelector('.problem'))
    try {
      const name = String(new FormData(form).get('name'))
      const realm = await api.post('/api/v1/realms', { name, asset: 'paper' })
      go(`/console/realms/${realm.id}`)
    } catch (error) {
      said.textContent = /** @type {Error} */ (error).message
    }
  }
  return {
    title: 'Realms',
    view: html`
      <h1>Realms</h1>
      ${table(
        ['Name', 'Asset', 'Lifecycle', 'Created', 'Id'],
        realms.map(
          (/** @type {any} */ realm) =>
            html`<tr>
              <td><a href="/console/realms/${realm.id}">${realm.name}</a></td>
              <td>${badge(realm.asset)}</td>
              <td>${realm.lifecycle}</td>
              <td>${moment(realm.createdAt)}</td>
              <td><code>${realm.id}</code></td>
            </tr>`
        ),
        'There is no realm yet. A paper realm costs nothing: its money is play money.',
        'Realms'
      )}
      <h2>New paper realm</h2>
      <form class="inline" @submit=${create}>
        <label for="realm-name">Name</label>
        <input id="realm-name" name="name" required maxlength="100" />
        <button type="submit">Create</button>
        <p class="problem" role="alert"></p>
      </form>
    `,
  }
}
