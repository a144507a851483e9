// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { isZero } from '../format.js'
import { amountHead, badge, cards, code, facts, money, roundMoney, table } from '../parts.js'

const SCANNED = 100
const actions = () => import('../actions/custody.js')

/** @type {import('../router.js').Page} */
export async function custodyPage(context, { realmId = '' }) {
  const { api } = context
  const sheetRead = api.get('/api/v1/custody/boundary-balance-sheet', { realmId })
  // Without a chain there is no sheet, and the status says why.
  sheetRead.catch(() => {})
  const [status, roots] = await Promise.all([
    api.get('/api/v1/custody/status', { realmId }),
    rootsOf(api, realmId),
  ])
  if (!status.configured) {
    return {
      title: 'Custody',
      view: html`<h1>Custody</h1>
        <p class="note">
          No chain stands behind this realm, or it cannot be reached at the moment.
        </p>`,
    }
  }
  const sheet = await sheetRead
  return {
    title: 'Custody',
    view: html`
      <h1>Custody</h1>
      ${actionsView(context, realmId)}
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
        [
          'Its admin',
          html`<a href="/console/realms/${realmId}/proposals">Proposals to the admin</a>`,
        ],
      ])}
      ${cards([
        ['Held by the contract, USD', roundMoney(sheet.contractTotal)],
        ['Tokens in the pool, USD', roundMoney(sheet.physicalPoolBalance)],
        ['Conserved', verdict(sheet.conservation)],
        ['Drift of the pool, USD', drift(sheet.physicalDrift)],
        ['Drift of the replay, USD', drift(sheet.replayDrift)],
      ])}
      ${sheetView(sheet.boundaries, roots)}
      ${boundariesView(context, { realmId, boundaries: status.boundaries, roots })}
    `,
  }
}

/**
 * The paths of boundaries: of those that hold objects, and of those at the top of the tree.
 *
 * @param {import('../api.js').Api} api
 * @param {string} realmId
 * @returns {Promise<Map<string, string>>}
 */
async function rootsOf(api, realmId) {
  const [{ objects }, { paths }] = await Promise.all([
    api.get('/api/v1/objects', { realmId, limit: SCANNED }),
    api.get('/api/v1/objects/browse', { realmId, prefix: '/' }),
  ])
  const found = [...objects, ...paths].flatMap(({ isolation, path }) => {
    if (!isolation?.boundaryId) return []
    return [[isolation.boundaryId, isolation.boundaryRootPath ?? path]]
  })
  return new Map(/** @type {[string, string][]} */ (found))
}

/**
 * Opens the second form of two in place of the first.
 *
 * @param {import('../app.js').Context} context
 * @param {import('../forms/action_form.js').Action} action
 */
async function openNext(context, action) {
  document.querySelector('dialog')?.close()
  const { openAction } = await import('../forms/dialog.js')
  await openAction(context, action)
}

/**
 * @param {import('../app.js').Context} context
 * @param {string} realmId
 */
function actionsView(context, realmId) {
  const withdraw = async () => {
    const { proposeWithdrawal, submitWithdrawal } = await actions()
    return proposeWithdrawal(context, realmId, (proposal, input) => {
      void openNext(context, submitWithdrawal(proposal, input))
    })
  }
  const zone = async () => (await import('../actions/realm.js')).createZone(realmId)
  return html`<p class="actions">
    ${actionButton(context, 'Draw a boundary', zone)}
    ${actionButton(context, 'Co-signed withdrawal', withdraw)}
  </p>`
}

/**
 * @param {string} realmId
 * @param {string} id of a boundary
 * @param {Map<string, string>} roots
 */
function boundaryName(realmId, id, roots) {
  const root = roots.get(id)
  if (root === undefined) return code(id)
  const query = new URLSearchParams({ prefix: `${root}/` })
  return html`<a href="/console/realms/${realmId}/objects?${query}"
    ><code title=${id}>${root}</code></a
  >`
}

/**
 * @param {any[]} boundaries
 * @param {Map<string, string>} roots
 */
function sheetView(boundaries, roots) {
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
            <td class="place">
              ${one.isDefault ? 'default' : boundaryName(one.realmId, one.boundaryId, roots)}
            </td>
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
 * @param {import('../app.js').Context} context
 * @param {{ realmId: string, boundaries: any[], roots: Map<string, string> }} given
 */
function boundariesView(context, { realmId, boundaries, roots }) {
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
        '',
      ],
      boundaries.map(
        (/** @type {any} */ one) =>
          html`<tr>
            <td class="place">${boundaryName(realmId, one.id, roots)}</td>
            <td>${badge(one.status)} ${one.pendingExit ? badge('exit pending') : nothing}</td>
            <td class="amount">${money(one.balance)}</td>
            <td class="amount">${one.timeLock}</td>
            <td>${code(one.recoveryKey)}</td>
            <td>${protectionView(context, realmId, one)}</td>
          </tr>`
      ),
      'This realm has no boundary yet.',
      'Boundaries'
    )}
  `
}

/**
 * @param {import('../app.js').Context} context
 * @param {string} realmId
 * @param {any} boundary
 */
function protectionView(context, realmId, { id, timeLock }) {
  const of = { realmId, boundaryId: id }
  return html`<p class="acts">
    ${actionButton(
      context,
      'Recovery key',
      async () => (await actions()).registerRecoveryKey(of),
      'small quiet'
    )}
    ${actionButton(
      context,
      'Time lock',
      async () => (await actions()).setTimeLock(of, timeLock),
      'small quiet'
    )}
    ${actionButton(context, 'Arm', async () => (await actions()).armBoundary(of), 'small quiet')}
    ${actionButton(
      context,
      'Sign',
      async () => {
        const keys = `/api/v1/custody/boundaries/${id}/keys`
        const { waiting } = await context.api.get(keys, { realmId })
        return (await actions()).acceptKey(of, waiting)
      },
      'small quiet'
    )}
    ${actionButton(
      context,
      'Take back',
      async () => (await actions()).cancelKey(of),
      'small quiet'
    )}
    ${actionButton(
      context,
      'Successor',
      async () => {
        const { askInheritance, proposeInheritance } = await actions()
        return askInheritance(of, (proposal) => {
          void openNext(context, proposeInheritance(of, proposal))
        })
      },
      'small quiet'
    )}
    <button class="small quiet" type="button" @click=${() => keepKit(context.api, realmId, id)}>
      Save the kit
    </button>
  </p>`
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
