// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { badge, moment, table } from '../parts.js'
import { KeyForm } from '../key_form.js'

/**
 * API keys, and a builder of what one may do.
 *
 * @type {import('../router.js').Page}
 */
export async function keysPage({ api, reload }) {
  const [{ apiKeys }, { realms }, catalog] = await Promise.all([
    api.get('/api/v1/api-keys'),
    api.get('/api/v1/realms'),
    api.get('/api/v1/permissions'),
  ])
  /** @param {string} id */
  const revoke = async (id) => {
    if (!window.confirm('Revoke this key? Whoever uses it is refused from now on.')) return
    await api.delete(`/api/v1/api-keys/${id}`)
    reload()
  }
  return {
    title: 'API keys',
    view: html`
      <h1>API keys</h1>
      ${table(
        ['Name', 'Prefix', 'Status', 'Realm', 'Created', ''],
        apiKeys.map(
          (/** @type {any} */ key) =>
            html`<tr>
              <td>${key.name}</td>
              <td><code>${key.keyPrefix}</code></td>
              <td>${badge(key.status)}</td>
              <td>${nameOf(realms, key.realmId)}</td>
              <td>${moment(key.createdAt)}</td>
              <td>
                ${
                  key.status === 'active'
                    ? html`<button class="small quiet" type="button" @click=${() => revoke(key.id)}>
                        Revoke
                      </button>`
                    : nothing
                }
              </td>
            </tr>`
        ),
        'There is no key yet.',
        'API keys'
      )}
      <h2>New key</h2>
      <div id="new-key"></div>
    `,
    mounted: (root) => {
      const place = /** @type {HTMLElement} */ (root.querySelector('#new-key'))
      new KeyForm(place, { api, realms, catalog }).draw()
    },
  }
}

/**
 * @param {any[]} realms
 * @param {string | undefined} id
 */
function nameOf(realms, id) {
  if (!id) return 'every realm'
  return realms.find((realm) => realm.id === id)?.name ?? id
}
