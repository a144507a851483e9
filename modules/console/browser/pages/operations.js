// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { DAYS, askedOf, csvButton, filtersView } from '../lists.js'
import { OPERATION_HEADS, amountOf, operationRow, pager, table } from '../parts.js'

const PAGE = 50
const PENDING_AGAIN_MS = 3000
const actions = () => import('../actions/realm.js')

/**
 * Of all modules, also of those that an operator has added.
 *
 * @type {string[]}
 */
const OPERATION_TYPES = JSON.parse(document.body.dataset.operationTypes ?? '[]')

/** @type {import('../lists.js').Filter[]} */
const FILTERS = [
  { name: 'type', label: 'Type', options: OPERATION_TYPES },
  { name: 'state', label: 'State', options: ['pending', 'completed', 'failed', 'expired'] },
  { name: 'objectPath', label: 'Object' },
  ...DAYS,
]

/** @type {import('../lists.js').Column[]} */
const COLUMNS = [
  ['id', (operation) => operation.id],
  ['path', (operation) => operation.path],
  ['type', (operation) => operation.type],
  ['state', (operation) => operation.state],
  ['amount', amountOf],
  ['from', (operation) => operation.sourceObjectPath],
  ['to', (operation) => operation.targetObjectPath],
  ['created', (operation) => operation.createdAt],
  ['failure', (operation) => operation.failureMessage],
]

/** @type {import('../router.js').Page} */
export async function operationsPage(context, { realmId = '' }, query) {
  const asked = { realmId, limit: PAGE, ...askedOf(query, FILTERS) }
  const { operations, nextCursor } = await context.api.get('/api/v1/operations', asked)
  const address = `/console/realms/${realmId}/operations`
  return {
    title: 'Operations',
    view: html`
      <h1>Operations</h1>
      <p class="actions">
        ${actionButton(
          context,
          'Transfer',
          async () => (await actions()).createTransfer(context, { realmId }),
          ''
        )}
        ${actionButton(context, 'Fund', async () => (await actions()).fundAccount(context, { realmId }))}
        ${csvButton('operations', COLUMNS, operations)}
      </p>
      ${filtersView(context, address, query, FILTERS)}
      ${table(
        OPERATION_HEADS,
        operations.map((/** @type {any} */ operation) => operationRow(realmId, operation)),
        'No operation matches.',
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
  const asked = { realmId, state: 'pending', cursor, limit: PAGE }
  const { operations, nextCursor } = await api.get('/api/v1/operations', asked)
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
