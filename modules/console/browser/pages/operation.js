// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { actionButton } from '../action_button.js'
import { isNegative, lessOf, pretty } from '../format.js'
import {
  amountHead,
  amountOf,
  badge,
  code,
  exactly,
  facts,
  moment,
  money,
  pathLink,
  roundMoney,
  table,
} from '../parts.js'

const PENDING_AGAIN_MS = 1500
const actions = () => import('../actions/realm.js')
/** What can go back by another operation. */
const REVERSIBLE = new Set(['transfer', 'capture', 'posting'])

/**
 * An operation with its evidence, drawn as the way it took: who asked, what was signed, what the
 * journal wrote, what the chain confirmed.
 *
 * @type {import('../router.js').Page}
 */
export async function operationPage(context, { realmId = '', operationId = '' }) {
  const { operation, evidence, events, deltas } = await context.api.get(
    `/api/v1/operations/${operationId}`,
    { includeEvidence: 'true' }
  )
  const { state, type, failureMessage } = operation
  const amount = amountOf(operation)
  const isOpenHold = type === 'hold' && state === 'pending'
  return {
    title: `${type} ${amount ?? ''} ${state}`,
    // A hold waits for somebody, and for days.
    ...(state === 'pending' && !isOpenHold && { againAfterMs: PENDING_AGAIN_MS }),
    view: html`
      <h1>
        ${type.replaceAll('_', ' ')} ${amount ? html`${roundMoney(amount)} USD` : nothing}
        ${badge(state)}
      </h1>
      ${failureMessage ? html`<p class="problem">${failureMessage}</p>` : nothing}
      ${actionsView(context, operation)} ${type === 'hold' ? holdView(operation) : nothing}
      ${facts([
        ['From', pathLink(realmId, operation.sourceObjectPath)],
        ['To', pathLink(realmId, operation.targetObjectPath)],
        ['When', exactly(operation.createdAt)],
        ['Operation path', html`<code>${operation.path}</code>`],
        ['Id', html`<code>${operation.id}</code>`],
        ...reversalFacts(realmId, operation),
      ])}
      <h2>Evidence</h2>
      <ol class="path">
        ${requestStep(operation)} ${evidence.signatures.map(signatureStep)}
        ${evidence.journal.entries.map((/** @type {any} */ entry) =>
          entryStep(entry, evidence.journal, pathsOf(evidence.journal.legs, deltas))
        )}
        ${evidence.journal.chainTransactions.map(chainStep)}
        ${state === 'pending' ? waitingStep(isOpenHold) : endStep(operation)}
      </ol>
      ${eventsView(events)}
      <h2>What was asked, and what came of it</h2>
      <div class="pair">
        <pre tabindex="0" aria-label="Input"><code>${pretty(operation.input)}</code></pre>
        <pre tabindex="0" aria-label="Outcome"><code>${pretty(operation.outcome)}</code></pre>
      </div>
      <p class="note">Realm <code>${realmId}</code>, evidence <code>${evidence.version}</code></p>
    `,
  }
}

/**
 * @param {import('../app.js').Context} context
 * @param {any} operation
 */
function actionsView(context, operation) {
  const { type, state, realmId } = operation
  if (type === 'hold' && state === 'pending') {
    return html`<p class="actions">
      ${actionButton(
        context,
        'Capture',
        async () => (await actions()).captureHold(realmId, operation),
        ''
      )}
      ${actionButton(context, 'Release', async () =>
        (await actions()).releaseHold(realmId, operation)
      )}
    </p>`
  }
  if (state !== 'completed' || !REVERSIBLE.has(type)) return nothing
  return html`<p class="actions">
    ${actionButton(context, 'Reverse', async () =>
      (await actions()).reverseOperation(realmId, operation)
    )}
  </p>`
}

/**
 * A hold as what it is: money set aside, part of it taken, the rest waiting or gone back.
 *
 * @param {any} operation
 */
function holdView({ parsedOutcome, state }) {
  const { amount, capturedAmount, remainingAmount, expiresAt } = parsedOutcome
  const rest = state === 'pending' ? 'set aside' : 'gone back'
  return html`<figure class="hold">
    <figcaption>
      ${roundMoney(amount)} USD held: ${roundMoney(capturedAmount)} captured,
      ${roundMoney(remainingAmount)} ${rest}
    </figcaption>
    <meter min="0" max=${amount} value=${capturedAmount} aria-label="Captured of the hold">
      ${capturedAmount} of ${amount}
    </meter>
    ${expiresAt && state === 'pending' ? html`<p class="note">Released ${exactly(expiresAt)}</p>` : nothing}
  </figure>`
}

/**
 * The paths of accounts: legs name accounts, deltas paths. Only where an amount leaves no doubt.
 *
 * @param {any[]} legs
 * @param {any[]} deltas
 * @returns {Map<string, string>}
 */
function pathsOf(legs, deltas) {
  return new Map(
    legs.flatMap(({ accountId, amount, denomination, objectPath }) => {
      const alike = deltas.filter(
        (delta) => delta.amount === amount && delta.denomination === denomination
      )
      const paths = new Set(objectPath ? [objectPath] : alike.map((delta) => delta.objectPath))
      const [path] = paths
      return paths.size === 1 && path ? [[accountId, path]] : []
    })
  )
}

/** @param {any[]} events */
function eventsView(events) {
  return html`
    <h2>Events</h2>
    ${table(
      ['Type', 'When', 'Id'],
      events.map(
        (event) =>
          html`<tr>
            <td>${event.type}</td>
            <td>${moment(event.createdAt)}</td>
            <td>${code(event.id)}</td>
          </tr>`
      ),
      'This operation has no events of its own.',
      'Events'
    )}
  `
}

/**
 * What has reversed the operation and how much of it is left, or what it has reversed.
 *
 * @param {string} realmId
 * @param {any} operation
 * @returns {[string, any][]}
 */
function reversalFacts(realmId, { reversals = [], reversedAmount, parsedOutcome }) {
  const linked = (/** @type {string} */ id) =>
    html`<a href="/console/realms/${realmId}/operations/${id}">${code(id)}</a> `
  const { amount, fee, reversalOf } = parsedOutcome
  if (reversalOf) return [['Reverses', linked(reversalOf)]]
  if (reversals.length === 0) return []
  const left = lessOf(amount, fee?.amount ?? '0', reversedAmount)
  return [
    ['Reversed by', reversals.map(linked)],
    ['Reversed', html`${money(reversedAmount)}, and ${money(left)} is left`],
  ]
}

/** @param {any} operation */
function requestStep({ actorType, actorId, createdAt }) {
  return html`<li class="done">
    <h3>Asked</h3>
    <p>by ${actorType.replaceAll('_', ' ')} ${code(actorId)}, ${moment(createdAt)}</p>
  </li>`
}

/** @param {any} signature */
function signatureStep({ fingerprint, signature, note, createdAt }) {
  return html`<li class="done">
    <h3>Signed</h3>
    <p>with the key <code>${fingerprint}</code>, ${moment(createdAt)}</p>
    <p class="note">${signature === null ? note : html`Ed25519 ${code(signature)}`}</p>
  </li>`
}

/**
 * @param {any} entry
 * @param {any} journal
 * @param {Map<string, string>} paths of accounts
 */
function entryStep(entry, { legs, proofs }, paths) {
  const own = legs.filter((/** @type {any} */ leg) => leg.entryId === entry.id)
  const proven = proofs.filter((/** @type {any} */ proof) => proof.entryId === entry.id)
  return html`<li class="done">
    <h3>Journal entry ${badge(entry.status)}</h3>
    <p>${entry.authority ?? ''} ${moment(entry.committedAt)}</p>
    ${table(
      ['Account', 'Kind', amountHead('Amount'), 'Denomination'],
      own.map(
        (/** @type {any} */ leg) =>
          html`<tr>
            <td class="place">${accountView(entry.realmId, leg.accountId, paths)}</td>
            <td>${leg.kind}</td>
            <td class="amount">
              <span>${isNegative(leg.amount) ? '' : '+'}${money(leg.amount)}</span>
            </td>
            <td>${leg.denomination}</td>
          </tr>`
      ),
      'No value moved.',
      'Legs of the entry'
    )}
    ${own.length > 0 ? html`<p class="note">The legs of each denomination sum to zero.</p>` : nothing}
    ${proven.map(
      (/** @type {any} */ proof) =>
        html`<p>Proof ${proof.proofType}: ${code(proof.externalRef)}</p>`
    )}
  </li>`
}

/**
 * @param {string} realmId
 * @param {string} accountId
 * @param {Map<string, string>} paths
 */
function accountView(realmId, accountId, paths) {
  const path = paths.get(accountId)
  return path ? pathLink(realmId, path) : code(accountId)
}

/** @param {any} transaction */
function chainStep({ txHash, chain, direction, status, confirmations, updatedAt }) {
  return html`<li class=${status === 'confirmed' || status === 'final' ? 'done' : 'open'}>
    <h3>Chain ${chain} ${badge(status)}</h3>
    <p><code class="hash">${txHash}</code></p>
    <p>
      ${direction.replaceAll('_', ' ')}, ${confirmations}
      confirmation${confirmations === 1 ? '' : 's'}, ${moment(updatedAt)}
    </p>
  </li>`
}

/** @param {boolean} isOpenHold */
function waitingStep(isOpenHold) {
  return html`<li class="open">
    <h3>Waiting</h3>
    <p>
      ${isOpenHold ? 'For somebody who captures or releases it.' : 'This page looks again by itself.'}
    </p>
  </li>`
}

/** @param {any} operation */
function endStep({ state, updatedAt }) {
  return html`<li class=${state === 'completed' ? 'done' : 'failed'}>
    <h3>${state === 'completed' ? 'Completed' : 'Ended'}</h3>
    <p>${moment(updatedAt)}</p>
  </li>`
}
