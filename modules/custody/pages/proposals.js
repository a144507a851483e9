import { html } from '/console/assets/lit-html/lit-html.js'
import { badge, code, copyButton, facts, moment, table } from '/console/assets/parts.js'

const FOR_ADMINS =
  'Platform admins alone see what waits for the admin of a pool: PLATFORM_ADMIN_EMAILS names them.'

export const needsRealm = false

/** What the admin of a realm's pool has to do with a key that the service does not have. */
export default async function proposalsPage({ api }, { realmId = '' }) {
  const title = 'Proposals to the admin'
  try {
    const of = `/api/v1/admin/realms/${realmId}`
    const [{ proposals }, { rescues }] = await Promise.all([
      api.get(`${of}/proposals`),
      api.get(`${of}/rescues`),
    ])
    return {
      title,
      view: html`<h1>${title}</h1>
        ${proposals.length === 0 ? nothingWaits() : proposalsView(proposals)}
        ${rescuesView(rescues)}`,
    }
  } catch (error) {
    if (error?.status !== 403) throw error
    return {
      title,
      view: html`<h1>${title}</h1>
        <p class="note">${FOR_ADMINS}</p>`,
    }
  }
}

const nothingWaits = () =>
  html`<p class="note">Nothing waits for the admin of this realm’s pool.</p>`

function proposalsView(proposals) {
  return html`
    <p>
      The service has no key for these. Each one waits until the account named beside it has
      executed it, as it stands here; then it is gone from this page. Check the method against the
      data before you sign.
    </p>
    <p class="actions">
      ${copyButton(batchOf(proposals), 'Copy all for a Safe, as its Transaction Builder reads it', 'Copy all for a Safe')}
    </p>
    ${proposals.map((proposal, index) => proposalView(proposal, index))}
  `
}

function proposalView({ method, reason, admin, to, value, data, chainId }, index) {
  return html`<section aria-labelledby="proposal-${index}">
    <h2 id="proposal-${index}"><code>${method}</code></h2>
    <p>${reason}</p>
    ${facts([
      ['State', html`<span class="badge pending">waits</span>`],
      ['Who may execute it', html`<code>${admin}</code>`],
      ['Contract', html`<code>${to}</code>`],
      ['Chain', chainId],
      ['Value, wei', value],
    ])}
    <pre class="data" tabindex="0" aria-label="Data of ${method}"><code>${data}</code></pre>
    ${copyButton(data, `Copy the data of ${method}`)}
  </section>`
}

function rescuesView(rescues) {
  return html`
    <h2>What came by mistake</h2>
    <p class="note">
      Foreign tokens and ether, proposed with
      <code>POST /api/v1/admin/realms/:realmId/rescues</code>. The pool makes each wait for a day at
      least; one that nobody asked for here, or not so, is cancelled by a guardian.
    </p>
    ${table(
      ['Asset', 'Base units', 'From', 'To', 'State', 'Executable'],
      rescues.map(
        (one) =>
          html`<tr>
            <td>${one.assetAddress ? code(one.assetAddress) : 'ether'}</td>
            <td>${one.amount}</td>
            <td>${code(one.fromAddress)}</td>
            <td>${code(one.destinationAddress)}</td>
            <td>
              ${badge(one.state)}${one.misfit ? html` ${one.misfit.replaceAll('_', ' ')}` : ''}
            </td>
            <td>${moment(one.executableAt)}</td>
          </tr>`
      ),
      'Nothing was proposed.',
      'What came by mistake'
    )}
  `
}

/** As the Transaction Builder of a Safe reads it; a batch has one chain. */
function batchOf(proposals) {
  const [{ chainId }] = proposals
  const transactions = proposals.map(({ to, value, data }) => ({ to, value, data }))
  return JSON.stringify({ version: '1.0', chainId: String(chainId), meta: {}, transactions })
}
