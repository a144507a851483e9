// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { DAYS, askedOf, csvButton, filtersView, statusFilter } from '../lists.js'
import { badge, code, facts, moment, pager, table } from '../parts.js'

const PAGE = 20
const access = () => import('../actions/access.js')
const AGAIN_MS = 3000

/** @type {import('../lists.js').Filter[]} */
const FILTERS = [statusFilter(['pending', 'delivered', 'failed']), ...DAYS]

/** @type {import('../lists.js').Column[]} */
const COLUMNS = [
  ['id', (delivery) => delivery.id],
  ['event', (delivery) => delivery.eventId],
  ['type', (delivery) => delivery.eventType],
  ['status', (delivery) => delivery.status],
  ['attempts', (delivery) => delivery.attempts],
  ['lastAnswer', (delivery) => delivery.log.at(-1)?.status],
  ['lastFailure', (delivery) => delivery.log.at(-1)?.failureMessage],
  ['nextAttempt', (delivery) => delivery.nextAttemptAt],
  ['created', (delivery) => delivery.createdAt],
  ['delivered', (delivery) => delivery.deliveredAt],
]

/**
 * One webhook: what it was sent and is owed. It is asked for again while something is on the way.
 *
 * @type {import('../router.js').Page}
 */
export async function webhookPage(context, { realmId = '', webhookId = '' }, query) {
  const { api, reload } = context
  const address = `/api/v1/webhooks/${webhookId}`
  const [{ webhook }, { deliveries, nextCursor }] = await Promise.all([
    api.get(address),
    api.get(`${address}/deliveries`, { limit: PAGE, ...askedOf(query, FILTERS) }),
  ])
  /** @param {Promise<any>} asked */
  const after = async (asked) => {
    await asked.catch((error) => window.alert(error.message))
    reload()
  }
  const list = `/console/realms/${realmId}/webhooks`
  /** @param {string} id */
  const again = (id) => after(api.post(`${address}/deliveries/${id}/redeliver`))
  const isActive = webhook.status === 'active'
  // The two answers may be of different moments.
  const isOwed = deliveries.some((/** @type {any} */ { status }) => status === 'pending')
  const isUnderWay = isActive && (isOwed || webhook.nextAttemptAt !== null)
  return {
    title: 'Webhook',
    ...(isUnderWay && { againAfterMs: AGAIN_MS }),
    view: html`
      <h1>Webhook</h1>
      ${factsView(webhook)}
      <p class="actions">
        <button
          type="button"
          ?disabled=${!isActive}
          @click=${() => after(api.post(`${address}/test`))}
        >
          Send a test
        </button>
        <button
          class="quiet"
          type="button"
          @click=${() => after(api.patch(address, { status: isActive ? 'paused' : 'active' }))}
        >
          ${isActive ? 'Pause' : 'Resume'}
        </button>
        ${actionButton(context, 'New secret', async () =>
          (await access()).rotateWebhookSecret(webhook)
        )}
        ${actionButton(context, 'Delete', async () =>
          (await access()).deleteWebhook(realmId, webhook)
        )}
      </p>
      <h2>Deliveries</h2>
      <p class="actions">${csvButton('deliveries', COLUMNS, deliveries)}</p>
      ${filtersView(context, `${list}/${webhookId}`, query, FILTERS)}
      ${table(
        ['Event', 'Status', 'Attempts', 'Last answer', 'Took', 'When', ''],
        deliveries.map((/** @type {any} */ delivery) => deliveryRow(delivery, isActive && again)),
        'No delivery matches.',
        'Deliveries'
      )}
      ${pager(`${list}/${webhookId}`, query, nextCursor)}
    `,
  }
}

/** @param {any} webhook */
function factsView(webhook) {
  return facts([
    ['Address', html`<code>${webhook.url}</code>`],
    ['Status', badge(webhook.status)],
    ['Events', html`<code>${webhook.types.join(', ')}</code>`],
    ['Paths', html`<code>${webhook.pathPrefix}</code>`],
    ['Failures in a row', webhook.failures],
    ['Failing since', moment(webhook.failingSince)],
    ['Next attempt', moment(webhook.nextAttemptAt)],
  ])
}

/**
 * @param {any} delivery
 * @param {false | ((id: string) => void)} again
 */
function deliveryRow(delivery, again) {
  const last = delivery.log.at(-1)
  return html`<tr>
    <td>${delivery.eventType}<br />${code(delivery.eventId)}</td>
    <td>${badge(delivery.status)}</td>
    <td>${delivery.attempts}</td>
    <td>${last ? answerView(last) : nothing}</td>
    <td>${last ? `${last.durationMs} ms` : nothing}</td>
    <td>${moment(last?.at ?? delivery.createdAt)}</td>
    <td>
      ${
        again
          ? html`<button class="small quiet" type="button" @click=${() => again(delivery.id)}>
              Send again
            </button>`
          : nothing
      }
    </td>
  </tr>`
}

/** @param {any} attempt */
function answerView({ status, failureMessage, answer }) {
  return html`${status}
  ${answer ? html`<code>${answer}</code>` : nothing}${
    failureMessage ? html`<p class="problem">${failureMessage}</p>` : nothing
  }`
}
