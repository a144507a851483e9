// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { badge, moment, pager, table } from '../parts.js'

const PAGE = 50

/** @type {import('../router.js').Page} */
export async function realmsPage(context, _params, query) {
  const cursor = query.get('cursor') ?? undefined
  const { realms, nextCursor } = await context.api.get('/api/v1/realms', { limit: PAGE, cursor })
  return {
    title: 'Realms',
    view: html`
      <h1>Realms</h1>
      <p class="actions">
        ${actionButton(
          context,
          'New realm',
          async () => (await import('../actions/realm.js')).createRealm(),
          ''
        )}
      </p>
      ${table(
        ['Name', 'Money', 'Lifecycle', 'Created', 'Id'],
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
      ${pager('/console', query, nextCursor)}
    `,
  }
}
