// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { isWorthSending, policyView, statementsOf } from './policy.js'
import { SecretForm } from './secret_form.js'

/** @typedef {{ api: import('./api.js').Api, realms: any[], catalog: any }} Given */

/**
 * Makes an API key, and says beforehand what it will be allowed to do.
 *
 * @extends {SecretForm<Given>}
 */
export class KeyForm extends SecretForm {
  #may = 'read'
  /** @type {import('./policy.js').Row[]} */
  #rows = [{ effect: 'Allow', actions: 'svc:Read', resources: '/*' }]

  /** @param {() => void} change */
  #changed(change) {
    change()
    this.draw()
  }

  /** @param {FormData} data */
  #make = async (data) => {
    const realmId = String(data.get('realmId'))
    const { rawKey } = await this.given.api.post('/api/v1/api-keys', {
      name: String(data.get('name')),
      ...(realmId !== '' && { realmId }),
      ...(this.#may === 'scope'
        ? { scope: { statements: statementsOf(this.#rows) } }
        : { permissions: this.#may }),
    })
    return rawKey
  }

  #policy() {
    if (this.#may === 'scope') return statementsOf(this.#rows)
    const actions = this.given.catalog.presets[this.#may] ?? []
    return [{ effect: /** @type {const} */ ('Allow'), actions, resources: ['/*'] }]
  }

  /** @override */
  view() {
    const { realms, catalog } = this.given
    const isScope = this.#may === 'scope'
    return html`
      <form
        class="narrow"
        @submit=${(/** @type {SubmitEvent} */ event) => this.submit(event, this.#make)}
      >
        <label for="key-name">Name</label>
        <input id="key-name" name="name" required maxlength="100" autocomplete="off" />
        <label for="key-realm">Realm</label>
        <select id="key-realm" name="realmId">
          <option value="">every realm</option>
          ${realms.map((realm) => html`<option value=${realm.id}>${realm.name}</option>`)}
        </select>
        <label for="key-may">May</label>
        <select
          id="key-may"
          @change=${(/** @type {any} */ event) =>
            this.#changed(() => (this.#may = event.target.value))}
        >
          <option value="read">read</option>
          <option value="trade">read and trade</option>
          <option value="full">everything</option>
          <option value="scope">what I say below</option>
        </select>
        ${isScope ? this.#scopeView() : nothing}
        <section aria-live="polite">
          <h3>What this key may do</h3>
          ${policyView(this.#policy(), catalog)}
        </section>
        <button type="submit" ?disabled=${isScope && !isWorthSending(this.#rows)}>
          Make the key
        </button>
        ${this.outcome('key')}
      </form>
    `
  }

  #scopeView() {
    const { actions, aliases } = this.given.catalog
    const names = [...Object.keys(aliases), ...actions.map((/** @type {any} */ one) => one.name)]
    const add = () => this.#rows.push({ effect: 'Deny', actions: '', resources: '' })
    return html`
      <datalist id="actions">
        ${names.map((name) => html`<option value=${name}></option>`)}
      </datalist>
      ${this.#rows.map((row, index) => this.#rowView(row, index))}
      <button class="quiet" type="button" @click=${() => this.#changed(add)}>
        Add a statement
      </button>
    `
  }

  /**
   * @param {import('./policy.js').Row} row
   * @param {number} index
   */
  #rowView(row, index) {
    /** @param {keyof import('./policy.js').Row} field */
    const keep = (field) => (/** @type {any} */ event) =>
      this.#changed(() => Object.assign(row, { [field]: event.target.value }))
    const remove = () => this.#changed(() => this.#rows.splice(index, 1))
    return html`
      <fieldset class="statement">
        <legend>Statement ${index + 1}</legend>
        <label for="effect-${index}">Effect</label>
        <select id="effect-${index}" @change=${keep('effect')}>
          <option ?selected=${row.effect === 'Allow'}>Allow</option>
          <option ?selected=${row.effect === 'Deny'}>Deny</option>
        </select>
        <label for="actions-${index}">Actions, separated by commas</label>
        <input
          id="actions-${index}"
          list="actions"
          .value=${row.actions}
          @input=${keep('actions')}
        />
        <label for="resources-${index}">Paths, separated by commas</label>
        <input id="resources-${index}" .value=${row.resources} @input=${keep('resources')} />
        ${
          this.#rows.length > 1
            ? html`<button class="small quiet" type="button" @click=${remove}>Remove</button>`
            : nothing
        }
      </fieldset>
    `
  }
}
