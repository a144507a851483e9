// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { DAYS, askedOf, csvButton, filtersView, statusFilter } from '../lists.js'
import { amountHead, badge, moment, money, pager, pathLink, table } from '../parts.js'

const PAGE = 50
const actions = () => import('../actions/realm.js')

/** @type {import('../lists.js').Filter[]} */
const FILTERS = [
  { name: 'type', label: 'Type', options: ['deposit', 'withdrawal'] },
  statusFilter(['pending', 'completed', 'expired']),
  { name: 'reference', label: 'Reference' },
  ...DAYS,
]

/** @type {import('../lists.js').Column[]} */
const COLUMNS = [
  ['id', (link) => link.id],
  ['type', (link) => link.type],
  ['status', (link) => link.status],
  ['amount', (link) => link.amount],
  ['denomination', (link) => link.denomination],
  ['reference', (link) => link.reference],
  ['description', (link) => link.description],
  ['object', (link) => link.objectPath],
  ['operation', (link) => link.operationId],
  ['created', (link) => link.createdAt],
  ['expires', (link) => link.expiresAt],
  ['url', (link) => link.url],
]

/** @type {import('../router.js').Page} */
export async function linksPage(context, { realmId = '' }, query) {
  const asked = { realmId, limit: PAGE, ...askedOf(query, FILTERS) }
  const { paymentLinks, nextCursor } = await context.api.get('/api/v1/payment-links', asked)
  const address = `/console/realms/${realmId}/links`
  return {
    title: 'Payment links',
    view: html`
      <h1>Payment links</h1>
      <p class="actions">
        ${actionButton(
          context,
          'New payment link',
          async () => (await actions()).createPaymentLink(context, { realmId }),
          ''
        )}
        ${csvButton('payment_links', COLUMNS, paymentLinks)}
      </p>
      ${filtersView(context, address, query, FILTERS)}
      ${linksTable(
        context,
        realmId,
        paymentLinks,
        'No payment link matches. A link asks somebody for money, or offers it.'
      )}
      ${pager(address, query, nextCursor)}
    `,
  }
}

/**
 * @param {import('../app.js').Context} context
 * @param {string} realmId
 * @param {any[]} links
 * @param {string} none what to say when there are none
 */
export const linksTable = (context, realmId, links, none) =>
  table(
    ['Payment', 'Status', amountHead('USD'), 'For', 'Object', 'Created', 'Until', ''],
    links.map((link) => linkRow(context, realmId, link)),
    none,
    'Payment links'
  )

/**
 * @param {import('../app.js').Context} context
 * @param {string} realmId
 * @param {any} link
 */
function linkRow(context, realmId, link) {
  const end = async () => (await actions()).cancelPaymentLink(realmId, link)
  return html`<tr>
    <td>
      <a href="/console/realms/${realmId}/operations/${link.operationId}">${link.type}</a>
    </td>
    <td>${badge(link.status)}</td>
    <td class="amount">${money(link.amount)}</td>
    <td class="place">${purposeView(link)}</td>
    <td class="place">${pathLink(realmId, link.objectPath)}</td>
    <td>${moment(link.createdAt)}</td>
    <td>${moment(link.expiresAt)}</td>
    <td>
      ${link.url ? html`<a href=${link.url} target="_blank" rel="noreferrer">Open</a>` : nothing}
      ${link.status === 'pending' ? actionButton(context, 'End', end, 'small quiet') : nothing}
    </td>
  </tr>`
}

/** @param {any} link */
function purposeView({ reference, description }) {
  const said = reference ?? description
  return said ? html`<span title=${description ?? reference}>${said}</span>` : nothing
}
