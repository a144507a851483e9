// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { OPERATION_HEADS, badge, operationRow, pathLink, table } from '../parts.js'

const FOUND = 20
const SCANNED = 500
const MONTH_MS = 30 * 24 * 3600 * 1000
const HASH = /^0x[0-9a-fA-F]{64}$/
/** Which page shows what has an id of this kind. */
const PAGES = /** @type {Record<string, string>} */ ({
  obj: 'objects',
  op: 'operations',
  whk: 'webhooks',
})

/**
 * One box for everything: the path of an object or an operation, an id, or the hash of a transaction.
 *
 * @type {import('../router.js').Page}
 */
export async function searchPage(context, { realmId = '' }, query) {
  const asked = (query.get('q') ?? '').trim()
  const base = `/console/realms/${realmId}`
  const page = PAGES[asked.split('_')[0] ?? '']
  if (page && /^[a-z]+_[0-9a-z]{26}$/.test(asked)) {
    return { title: asked, view: nothing, instead: `${base}/${page}/${asked}` }
  }
  if (HASH.test(asked)) return byHash(context, realmId, asked.toLowerCase())
  if (/^(evt|pl)_/.test(asked)) return byRelated(context, realmId, asked)
  return byPath(context, realmId, asked.startsWith('/') ? asked : `/${asked}`)
}

/**
 * @param {import('../app.js').Context} context
 * @param {string} realmId
 * @param {string} path
 */
async function byPath({ api }, realmId, path) {
  const asked = { realmId, pathPrefix: path, limit: FOUND }
  const [{ objects }, { operations }] = await Promise.all([
    api.get('/api/v1/objects', asked),
    api.get('/api/v1/operations', asked),
  ])
  return {
    title: path,
    view: html`
      <h1>Search</h1>
      <p class="note">What begins with <code>${path}</code>, the newest ${FOUND} of each.</p>
      <h2>Objects</h2>
      ${table(
        ['Object', 'Type', 'Status'],
        objects.map(
          (/** @type {any} */ object) =>
            html`<tr>
              <td class="place">${pathLink(realmId, object.path)}</td>
              <td>${object.type}</td>
              <td>${badge(object.status)}</td>
            </tr>`
        ),
        'No object.',
        'Objects'
      )}
      <h2>Operations</h2>
      ${operationsView(realmId, operations)}
    `,
  }
}

/**
 * The evidence of operations names transactions, so it is what is looked through.
 *
 * @param {import('../app.js').Context} context
 * @param {string} realmId
 * @param {string} hash
 */
async function byHash({ api }, realmId, hash) {
  const to = new Date()
  const { operations } = await api.get('/api/v1/operations/export', {
    realmId,
    types: 'deposit,withdrawal,transfer,delete',
    from: new Date(to.getTime() - MONTH_MS).toISOString(),
    to: to.toISOString(),
    limit: SCANNED,
  })
  const found = operations.filter((/** @type {any} */ { evidence }) =>
    JSON.stringify(evidence.journal).toLowerCase().includes(hash)
  )
  return {
    title: hash,
    view: html`
      <h1>Search</h1>
      <p class="note">
        What rests on the transaction <code class="hash">${hash}</code>, among ${operations.length}
        operations of the last thirty days.
      </p>
      ${operationsView(
        realmId,
        found.map((/** @type {any} */ { operation }) => operation)
      )}
    `,
  }
}

/**
 * @param {import('../app.js').Context} context
 * @param {string} realmId
 * @param {string} id of an event or a payment link
 */
async function byRelated({ api }, realmId, id) {
  const kind = id.startsWith('evt_') ? 'events' : 'payment-links'
  const { operation } = await api.get(`/api/v1/${kind}/${id}`)
  const base = `/console/realms/${realmId}`
  const instead = operation ? `${base}/operations/${operation.id}` : `${base}/events`
  return { title: id, view: nothing, instead }
}

/**
 * @param {string} realmId
 * @param {any[]} operations
 */
const operationsView = (realmId, operations) =>
  table(
    OPERATION_HEADS,
    operations.map((operation) => operationRow(realmId, operation)),
    'No operation.',
    'Operations'
  )
