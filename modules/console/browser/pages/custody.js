// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { isZero } from '../format.js'
import { amountHead, badge, cards, code, facts, money, table } from '../parts.js'

/** @type {import('../router.js').Page} */
export async function custodyPage({ api }, { realmId = '' }) {
  const status = await api.get('/api/v1/custody/status', { realmId })
  if (!status.configured) {
    return {
      title: 'Custody',
      view: html`<h1>Custody</h1>
        <p class="note">
          No chain stands behind this realm, or it cannot be reached at the moment.
        </p>`,
    }
  }
  const sheet = await api.get('/api/v1/custody/boundary-balance-sheet', { realmId })
  return {
    title: 'Custody',
    view: html`
      <h1>Custody</h1>
      ${
        status.realmHalt
          ? html`<p class="problem" role="alert">
              This realm stands still: ${status.realmHalt.type.replaceAll('_', ' ')}.
            </p>`
          : nothing
      }
      ${facts([
        ['Contract', html`<code>${status.contractAddress}</code>`],
        ['Chain', status.chainId],
      ])}
      ${cards([
        ['Held by the contract, USD', money(sheet.contractTotal)],
        ['Tokens in the pool, USD', money(sheet.physicalPoolBalance)],
        ['Conserved', verdict(sheet.conservation)],
        ['Drift of the pool, USD', drift(sheet.physicalDrift)],
        ['Drift of the replay, USD', drift(sheet.replayDrift)],
      ])}
      ${sheetView(sheet.boundaries)} ${boundariesView(api, realmId, status.boundaries)}
    `,
  }
}

/** @param {any[]} boundaries */
function sheetView(boundaries) {
  return html`
    <h2>Balance sheet</h2>
    ${table(
      [
        'Boundary',
        amountHead('On the chain'),
        amountHead('Owed'),
        amountHead('Surplus'),
        amountHead('of it users'),
        amountHead('of it the service'),
        'Solvent',
      ],
      boundaries.map(
        (/** @type {any} */ one) =>
          html`<tr>
            <td>${one.isDefault ? 'default' : code(one.boundaryId)}</td>
            <td class="amount">${money(one.onChain)}</td>
            <td class="amount">${money(one.obligations)}</td>
            <td class="amount">${money(one.surplus)}</td>
            <td class="amount">${money(one.userBalances)}</td>
            <td class="amount">${money(one.systemBalances)}</td>
            <td>${verdict(one.solvent)}</td>
          </tr>`
      ),
      'This realm has no boundary yet.',
      'Balance sheet by boundary'
    )}
  `
}

/**
 * @param {import('../api.js').Api} api
 * @param {string} realmId
 * @param {any[]} boundaries
 */
function boundariesView(api, realmId, boundaries) {
  return html`
    <h2>Boundaries</h2>
    <p class="note">
      A recovery kit is a page that works from a disk: with it the holder of a recovery key takes
      their money out when this service is gone.
    </p>
    ${table(
      [
        'Boundary',
        'Status',
        amountHead('Balance, USD'),
        amountHead('Time lock, s'),
        'Recovery key',
        'Pending exit',
        'Recovery kit',
      ],
      boundaries.map(
        (/** @type {any} */ one) =>
          html`<tr>
            <td>${code(one.id)}</td>
            <td>${badge(one.status)}</td>
            <td class="amount">${money(one.balance)}</td>
            <td class="amount">${one.timeLock}</td>
            <td>${code(one.recoveryKey)}</td>
            <td>${one.pendingExit ? 'yes' : 'none'}</td>
            <td>
              <button type="button" @click=${() => keepKit(api, realmId, one.id)}>Save</button>
            </td>
          </tr>`
      ),
      'This realm has no boundary yet.',
      'Boundaries'
    )}
  `
}

/** @param {boolean | null} holds */
function verdict(holds) {
  if (holds === null) return html`<span class="badge">not measurable</span>`
  return holds
    ? html`<span class="badge completed">yes</span>`
    : html`<span class="badge failed">no</span>`
}

/** @param {string | null} amount */
function drift(amount) {
  if (amount === null) return html`<span class="badge">not measurable</span>`
  return isZero(amount)
    ? html`<span class="badge completed">none</span>`
    : html`<span class="problem">${money(amount)}</span>`
}

/**
 * @param {import('../api.js').Api} api
 * @param {string} realmId
 * @param {string} boundaryId
 */
function keepKit(api, realmId, boundaryId) {
  const query = { realmId, boundaryId, format: 'html' }
  return api.keep('/api/v1/custody/recovery-kit', query, `recovery-${boundaryId}.html`)
}
