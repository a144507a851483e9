// @ts-check
import { html, render } from '/console/assets/lit-html/lit-html.js'
import { Refused } from './api.js'
import { code, facts, money } from './parts.js'

/**
 * What the chain was told that the object is owed, when somebody asks for it: most objects are looked
 * at for other reasons, and many have no proof yet.
 *
 * @param {import('./api.js').Api} api
 * @param {string} objectId
 */
export function liabilityView(api, objectId) {
  return html`
    <h2>Proof of liabilities</h2>
    <section aria-label="Proof of liabilities">
      <button class="quiet" type="button" @click=${show(api, objectId)}>
        Show the newest proof
      </button>
      <div aria-live="polite"></div>
    </section>
  `
}

/**
 * @param {import('./api.js').Api} api
 * @param {string} objectId
 */
function show(api, objectId) {
  return async (/** @type {Event} */ event) => {
    const button = /** @type {HTMLElement} */ (event.currentTarget)
    const place = /** @type {HTMLElement} */ (button.nextElementSibling)
    try {
      render(proofView(await api.get(`/api/v1/objects/${objectId}/liability-proof`)), place)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      render(html`<p>${error.message}</p>`, place)
    }
  }
}

/** @param {any} proof */
function proofView(proof) {
  const file = `data:application/json,${encodeURIComponent(JSON.stringify(proof, null, 2))}`
  return html`
    ${facts([
      ['Counted', money(proof.leaf.amount)],
      ['Boundary owes', money(proof.sum)],
      ['Journal entry', String(proof.seq)],
      ['Transaction', code(proof.anchor.txHash)],
    ])}
    <p>
      <a href=${file} download="liability_proof_${proof.leaf.objectId}.json">Save the proof</a>; the
      service's liability verifier checks it with a node of yours.
    </p>
  `
}
