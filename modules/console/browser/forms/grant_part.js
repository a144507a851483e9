// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { CONDITION_FIELDS, OF_DENY, WINDOWS } from '../conditions.js'
import { policyView, statementsOf } from '../policy.js'

/** @typedef {import('../policy.js').Row} Row */
/** @typedef {(typeof CONDITION_FIELDS)[number]} ConditionControl */
/** @typedef {(field: keyof Row) => (event: any) => void} Keep what is typed becomes a field of the row */

/**
 * What a credential may do, spelled out before it is made: a preset, or statements of one's own. A
 * `Part` of a form.
 */
export class GrantPart {
  #may
  /** @type {Row[]} */
  #rows = [{ effect: 'Allow', actions: 'svc:Read', resources: '/*' }]
  #redraw = () => {}

  /**
   * @param {any} catalog of `GET /permissions`
   * @param {{ presets: boolean }} how `presets`: whether the call takes `permissions`, too
   */
  constructor(catalog, { presets }) {
    this.catalog = catalog
    this.presets = presets
    this.#may = presets ? 'read' : 'scope'
  }

  values() {
    if (this.#may !== 'scope') return { permissions: this.#may }
    return { scope: { statements: statementsOf(this.#rows) } }
  }

  /** @param {() => void} redraw */
  view(redraw) {
    this.#redraw = redraw
    const isScope = this.#may === 'scope'
    const choose = (/** @type {any} */ event) =>
      this.#changed(() => (this.#may = event.target.value))
    return html`
      ${
        this.presets
          ? html`<div class="field">
              <label for="grant-may">May</label>
              <select id="grant-may" @change=${choose}>
                <option value="read">read</option>
                <option value="trade">read and trade</option>
                <option value="full">everything</option>
                <option value="scope">what I say below</option>
              </select>
            </div>`
          : nothing
      }
      ${isScope ? this.#statementsView() : nothing}
      <section aria-live="polite">
        <h3>What it may do</h3>
        ${policyView(this.#policy(), this.catalog)}
      </section>
    `
  }

  /** @param {() => void} change */
  #changed(change) {
    change()
    this.#redraw()
  }

  #policy() {
    if (this.#may === 'scope') return statementsOf(this.#rows)
    const actions = this.catalog.presets[this.#may] ?? []
    return [{ effect: /** @type {const} */ ('Allow'), actions, resources: ['/*'] }]
  }

  #statementsView() {
    const { actions, aliases } = this.catalog
    const names = [...Object.keys(aliases), ...actions.map((/** @type {any} */ one) => one.name)]
    const add = () => this.#rows.push({ effect: 'Deny', actions: '', resources: '' })
    return html`
      <datalist id="grant-actions">
        ${names.map((name) => html`<option value=${name}></option>`)}
      </datalist>
      ${this.#rows.map((row, index) => this.#rowView(row, index))}
      <button class="small quiet" type="button" @click=${() => this.#changed(add)}>
        Add a statement
      </button>
    `
  }

  /**
   * @param {Row} row
   * @param {number} index
   */
  #rowView(row, index) {
    /** @type {Keep} */
    const keep = (field) => (event) =>
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
          list="grant-actions"
          .value=${row.actions}
          @input=${keep('actions')}
        />
        <label for="resources-${index}">Paths, separated by commas</label>
        <input id="resources-${index}" .value=${row.resources} @input=${keep('resources')} />
        ${conditionsView(row, index, keep)}
        ${
          this.#rows.length > 1
            ? html`<button class="small quiet" type="button" @click=${remove}>Remove</button>`
            : nothing
        }
      </fieldset>
    `
  }
}

/**
 * @param {Row} row
 * @param {number} index
 * @param {Keep} keep
 */
function conditionsView(row, index, keep) {
  const offered = CONDITION_FIELDS.filter(({ name }) => row.effect === 'Allow' || name === OF_DENY)
  return html`<details class="more">
    <summary>Conditions</summary>
    <div class="conditions">
      ${offered.map((control) => html`<div>${conditionView(control, row, `${control.name}-${index}`, keep)}</div>`)}
    </div>
  </details>`
}

/**
 * @param {ConditionControl} control
 * @param {Row} row
 * @param {string} id
 * @param {Keep} keep
 */
function conditionView({ name, label, kind }, row, id, keep) {
  const text = row[name] ?? ''
  const control =
    kind === 'window'
      ? html`<select id=${id} @change=${keep(name)}>
          ${WINDOWS.map(
            ([seconds, words]) =>
              html`<option value=${seconds} ?selected=${seconds === text}>${words}</option>`
          )}
        </select>`
      : html`<input
          id=${id}
          type=${kind === 'time' ? 'time' : 'text'}
          inputmode=${kind === 'amount' ? 'decimal' : kind === 'number' ? 'numeric' : nothing}
          autocomplete="off"
          .value=${text}
          @input=${keep(name)}
        />`
  return html`<label for=${id}>${label}</label> ${control}`
}
