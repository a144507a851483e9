// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { badge, moment, pager, table } from '../parts.js'

const PAGE = 50

/**
 * The webhooks of a realm.
 *
 * @type {import('../router.js').Page}
 */
export async function webhooksPage(context, { realmId = '' }, query) {
  const cursor = query.get('cursor') ?? undefined
  const { webhooks, nextCursor } = await context.api.get('/api/v1/webhooks', {
    realmId,
    cursor,
    limit: PAGE,
  })
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
      </p>
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
        'Nobody is told what happens here.',
        'Webhooks'
      )}
      ${pager(address, query, nextCursor)}
    `,
  }
}
