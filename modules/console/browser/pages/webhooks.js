// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { DAYS, askedOf, csvButton, filtersView } from '../lists.js'
import { badge, moment, pager, table } from '../parts.js'

const PAGE = 50

/** @type {import('../lists.js').Column[]} */
const COLUMNS = [
  ['id', (webhook) => webhook.id],
  ['url', (webhook) => webhook.url],
  ['events', (webhook) => webhook.types.join(' ')],
  ['paths', (webhook) => webhook.pathPrefix],
  ['description', (webhook) => webhook.description],
  ['status', (webhook) => webhook.status],
  ['failures', (webhook) => webhook.failures],
  ['failingSince', (webhook) => webhook.failingSince],
  ['nextAttempt', (webhook) => webhook.nextAttemptAt],
  ['created', (webhook) => webhook.createdAt],
]

/**
 * The webhooks of a realm.
 *
 * @type {import('../router.js').Page}
 */
export async function webhooksPage(context, { realmId = '' }, query) {
  const asked = { realmId, limit: PAGE, ...askedOf(query, DAYS) }
  const { webhooks, nextCursor } = await context.api.get('/api/v1/webhooks', asked)
  const address = `/console/realms/${realmId}/webhooks`
  return {
    title: 'Webhooks',
    view: html`
      <h1>Webhooks</h1>
      <p class="actions">
        ${actionButton(
          context,
          'New webhook',
          async () => (await import('../actions/access.js')).createWebhook(realmId),
          ''
        )}
        ${csvButton('webhooks', COLUMNS, webhooks)}
      </p>
      ${filtersView(context, address, query, DAYS)}
      ${table(
        ['Address', 'Events', 'Paths', 'Status', 'Failures', 'Created'],
        webhooks.map(
          (/** @type {any} */ webhook) =>
            html`<tr>
              <td><a href="${address}/${webhook.id}">${webhook.url}</a></td>
              <td><code>${webhook.types.join(', ')}</code></td>
              <td><code>${webhook.pathPrefix}</code></td>
              <td>${badge(webhook.status)}</td>
              <td>${webhook.failures}</td>
              <td>${moment(webhook.createdAt)}</td>
            </tr>`
        ),
        'No webhook matches. A webhook tells a program what happens here.',
        'Webhooks'
      )}
      ${pager(address, query, nextCursor)}
    `,
  }
}
