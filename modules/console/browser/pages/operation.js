// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { isNegative, lessOf, pretty } from '../format.js'
import { amountHead, badge, code, facts, moment, money, table } from '../parts.js'

const PENDING_AGAIN_MS = 1500

/**
 * An operation with its evidence, drawn as the way it took: who asked, what was signed, what the
 * journal wrote, what the chain confirmed.
 *
 * @type {import('../router.js').Page}
 */
export async function operationPage({ api }, { realmId = '', operationId = '' }) {
  const { operation, evidence, events } = await api.get(`/api/v1/operations/${operationId}`, {
    includeEvidence: 'true',
  })
  const { state } = operation
  return {
    title: `${operation.type} ${state}`,
    ...(state === 'pending' && { againAfterMs: PENDING_AGAIN_MS }),
    view: html`
      <h1>${operation.type.replaceAll('_', ' ')} ${badge(state)}</h1>
      ${operation.failureMessage ? html`<p class="problem">${operation.failureMessage}</p>` : nothing}
      ${facts([
        ['From', html`<code>${operation.sourceObjectPath ?? '—'}</code>`],
        ['To', html`<code>${operation.targetObjectPath ?? '—'}</code>`],
        ['Operation path', html`<code>${operation.path}</code>`],
        ['Id', html`<code>${operation.id}</code>`],
        ...reversalFacts(realmId, operation),
      ])}
      <h2>Evidence</h2>
      <ol class="path">
        ${requestStep(operation)} ${evidence.signatures.map(signatureStep)}
        ${evidence.journal.entries.map((/** @type {any} */ entry) => entryStep(entry, evidence.journal))}
        ${evidence.journal.chainTransactions.map(chainStep)}
        ${state === 'pending' ? waitingStep() : endStep(operation)}
      </ol>
      <h2>Events</h2>
      ${table(
        ['Type', 'When', 'Id'],
        events.map(
          (/** @type {any} */ event) =>
            html`<tr>
              <td>${event.type}</td>
              <td>${moment(event.createdAt)}</td>
              <td>${code(event.id)}</td>
            </tr>`
        ),
        'This operation has no events of its own.',
        'Events'
      )}
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
 */
function entryStep(entry, { legs, proofs }) {
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
            <td>${code(leg.accountId)}</td>
            <td>${leg.kind}</td>
            <td class="amount">${isNegative(leg.amount) ? '' : '+'}${money(leg.amount)}</td>
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

function waitingStep() {
  return html`<li class="open">
    <h3>Waiting</h3>
    <p>This page looks again by itself.</p>
  </li>`
}

/** @param {any} operation */
function endStep({ state, updatedAt }) {
  return html`<li class=${state === 'completed' ? 'done' : 'failed'}>
    <h3>${state === 'completed' ? 'Completed' : 'Ended'}</h3>
    <p>${moment(updatedAt)}</p>
  </li>`
}
