// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { Refused } from '../api.js'
import { OPERATION_HEADS, badge, operationRow, pathLink, table } from '../parts.js'
import { linksTable } from './links.js'

const FOUND = 20
/** Of a payment link; what is longer is none. */
const LONGEST_REFERENCE = 64
const HASH = /^0x[0-9a-fA-F]{64}$/
/** Which page shows what has an id of this kind. */
const PAGES = /** @type {Record<string, string>} */ ({
  obj: 'objects',
  op: 'operations',
  whk: 'webhooks',
})

/**
 * One box for everything: the path of an object or an operation, an id, the hash of a transaction, the
 * reference of a payment link, or another one from outside.
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
  if (/^(evt|pl)_/.test(asked)) return byRelated(context, realmId, asked)
  const isPath = asked.startsWith('/')
  const [found, resting] = await Promise.all([
    // What is no path may be a reference all the same.
    byPath(context, realmId, isPath ? asked : `/${asked}`).catch((error) => {
      if (isPath || !(error instanceof Refused)) throw error
      return nothing
    }),
    isPath ? null : byReference(context, realmId, asked),
  ])
  return {
    title: asked,
    view: html`<h1>Search</h1>
      ${resting} ${found}`,
  }
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
  return html`
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
  `
}

/**
 * What a transaction of the chain carries, what rests on another fact from outside, or what somebody was
 * asked to pay under this reference.
 *
 * @param {import('../app.js').Context} context
 * @param {string} realmId
 * @param {string} reference
 */
async function byReference(context, realmId, reference) {
  const { api } = context
  const asked = { realmId, limit: FOUND }
  const isHash = HASH.test(reference)
  const [{ operations }, { paymentLinks }] = await Promise.all([
    api.get('/api/v1/operations', {
      ...asked,
      [isHash ? 'transactionHash' : 'reference']: reference,
    }),
    isHash || reference.length > LONGEST_REFERENCE
      ? { paymentLinks: [] }
      : api.get('/api/v1/payment-links', { ...asked, reference }),
  ])
  return html`
    <p class="note">What rests on <code class="hash">${reference}</code>, the newest ${FOUND}.</p>
    ${operationsView(realmId, operations)}
    ${
      paymentLinks.length > 0
        ? html`<h2>Payment links</h2>
            ${linksTable(context, realmId, paymentLinks, '')}`
        : nothing
    }
  `
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
