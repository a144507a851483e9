// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { OPERATION_HEADS, operationRow, pager, table } from '../parts.js'

const PAGE = 50
const PENDING_AGAIN_MS = 3000
const TYPES = [
  'transfer',
  'hold',
  'capture',
  'reversal',
  'posting',
  'deposit',
  'withdrawal',
  'create',
  'delete',
  'order',
  'fill',
  'funding',
]

/** @type {import('../router.js').Page} */
export async function operationsPage({ api }, { realmId = '' }, query) {
  const type = query.get('type') ?? undefined
  const cursor = query.get('cursor') ?? undefined
  const { operations, nextCursor } = await api.get('/api/v1/operations', {
    realmId,
    type,
    cursor,
    limit: PAGE,
  })
  const address = `/console/realms/${realmId}/operations`
  return {
    title: 'Operations',
    view: html`
      <h1>Operations</h1>
      <nav class="spans" aria-label="Type">
        <a href=${address} aria-current=${type === undefined ? 'true' : nothing}>all</a>
        ${TYPES.map(
          (name) =>
            html`<a href="${address}?type=${name}" aria-current=${name === type ? 'true' : nothing}
              >${name}</a
            >`
        )}
      </nav>
      ${table(
        OPERATION_HEADS,
        operations.map((/** @type {any} */ operation) => operationRow(realmId, operation)),
        'No operation yet.',
        'Operations'
      )}
      ${pager(address, query, nextCursor)}
    `,
  }
}

/**
 * What is still under way, oldest last; asked for again every few seconds.
 *
 * @type {import('../router.js').Page}
 */
export async function pendingPage({ api }, { realmId = '' }, query) {
  const cursor = query.get('cursor') ?? undefined
  const { operations, nextCursor } = await api.get('/api/v1/operations', {
    realmId,
    state: 'pending',
    cursor,
    limit: PAGE,
  })
  return {
    title: 'Pending operations',
    againAfterMs: PENDING_AGAIN_MS,
    view: html`
      <h1>Pending operations</h1>
      <p class="note">
        Value in flight: waiting for the chain, the venue, or a person. How the jobs behind it fare:
        <a href="/queues" data-leave>queues</a>.
      </p>
      ${table(
        OPERATION_HEADS,
        operations.map((/** @type {any} */ operation) => operationRow(realmId, operation)),
        'Nothing is pending.',
        'Pending operations'
      )}
      ${pager(`/console/realms/${realmId}/pending`, query, nextCursor)}
    `,
  }
}
