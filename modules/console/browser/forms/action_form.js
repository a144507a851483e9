// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { Refused, newKey } from '../api.js'
import { facts } from '../parts.js'
import { addressed } from './call.js'
import { callView } from './call_view.js'
import { fieldView, idOf, labelOf } from './fields.js'
import { choicesOf, isNeeded, problemOf, put, schemaAt, valueOf } from './values.js'

/**
 * @typedef {import('./fields.js').Field} Field
 *
 * @typedef {object} Part several fields of a call that one control fills in
 * @property {(redraw: () => void) => unknown} view
 * @property {() => Record<string, unknown>} values
 *
 * @typedef {object} Outcome what a form shows when the call is done; without one the page is read again
 * @property {string} [go] the page that tells more
 * @property {unknown} [view]
 *
 * @typedef {object} Action
 * @property {string} operation the operation of the API document
 * @property {string} title
 * @property {string} submit what the button says
 * @property {string} [lead]
 * @property {Record<string, string>} [at] values of the parameters of the address
 * @property {Record<string, unknown>} [fixed] fields that nobody is asked for
 * @property {string[]} [inQuery] fields that stand in the query of a call with a body
 * @property {Field[]} [fields]
 * @property {Part[]} [parts]
 * @property {string} [irreversible] what cannot be taken back; it is asked for once more
 * @property {(input: Record<string, any>) => unknown} [aside] drawn below the fields, anew with each change
 * @property {(answer: any, input: Record<string, any>) => Outcome} [done]
 *
 * @typedef {'fill' | 'review' | 'sending' | 'confirm' | 'done'} Step
 */

const LOOK_AGAIN_MS = 1500

/**
 * A call as a form: what is asked for, what is wrong with it, and the call itself beside it. Whatever
 * it shows as done, the service has answered. It keeps one Idempotency-Key, so that sending it twice
 * does nothing twice.
 */
export class ActionForm {
  /** @type {Step} */
  #step = 'fill'
  /** @type {Record<string, string>} */
  #texts = {}
  /** @type {Record<string, string>} */
  #problems = {}
  /** @type {Map<string, string[]>} */
  #suggested = new Map()
  #refusal = /** @type {{ message: string, code: string } | null} */ (null)
  #confirmUrl = ''
  #outcome = /** @type {Outcome} */ ({})
  #key = newKey()
  #look = 0

  /**
   * @param {{ api: import('../api.js').Api, action: Action, call: import('./call.js').DeclaredCall, draw: () => void, leave: (outcome: Outcome | null) => void }} given
   */
  constructor({ api, action, call, draw, leave }) {
    this.api = api
    this.action = action
    this.call = call
    this.draw = draw
    this.leave = leave
    for (const field of this.#fields()) {
      this.#texts[field.name] = field.value ?? this.#firstChoice(field)
      void this.#suggest(field)
    }
  }

  /** Whoever closes the form after it was done comes back to a page that shows it. */
  get isDone() {
    return this.#step === 'done'
  }

  end() {
    clearTimeout(this.#look)
  }

  view() {
    const { title, lead } = this.action
    return html`
      <header>
        <h2 id="action-title">${title}</h2>
        <button
          class="small quiet"
          type="button"
          aria-label="Close"
          @click=${() => this.leave(null)}
        >
          ✕
        </button>
      </header>
      ${lead && this.#step === 'fill' ? html`<p class="note">${lead}</p>` : nothing}
      ${this.#step === 'done' ? this.#doneView() : this.#openView()}
    `
  }

  #fields() {
    return this.action.fields ?? []
  }

  /**
   * What a list shows before anybody has chosen.
   *
   * @param {Field} field
   * @returns {string}
   */
  #firstChoice({ name, options }) {
    if (options) return options[0]?.[0] ?? ''
    const { schema } = this.call
    return isNeeded(schema, name) ? (choicesOf(schemaAt(schema, name))[0] ?? '') : ''
  }

  #input() {
    const { fixed = {}, parts = [] } = this.action
    const input = { ...structuredClone(fixed) }
    for (const field of this.#fields()) {
      const value = valueOf(schemaAt(this.call.schema, field.name), this.#texts[field.name] ?? '')
      if (value !== undefined) put(input, field.name, value)
    }
    return Object.assign(input, ...parts.map((part) => part.values()))
  }

  #asked() {
    const { at = {}, inQuery } = this.action
    return addressed(this.call, at, this.#input(), inQuery)
  }

  #openView() {
    return html`
      <div class="columns">
        ${this.#step === 'review' ? this.#reviewView() : this.#fillView()}
        ${callView({
          call: this.call,
          asked: this.#asked(),
          input: this.#input(),
          key: this.call.keyed ? this.#key : undefined,
        })}
      </div>
    `
  }

  #fillView() {
    const { submit, parts = [], aside, irreversible } = this.action
    const isBusy = this.#step !== 'fill'
    const more = this.#fields().filter((field) => field.more)
    const isWrong = more.some(({ name }) => this.#problems[name])
    return html`
      <form novalidate @submit=${this.#submit}>
        ${this.#fields()
          .filter((field) => !field.more)
          .map((field) => this.#fieldView(field))}
        ${parts.map((part) => part.view(this.draw))}
        ${
          more.length > 0
            ? html`<details class="more" ?open=${isWrong}>
                <summary>More</summary>
                ${more.map((field) => this.#fieldView(field))}
              </details>`
            : nothing
        }
        ${aside ? aside(this.#input()) : nothing} ${this.#refusalView()}
        <button type="submit" ?disabled=${isBusy}>
          ${this.#step === 'sending' ? 'Sending …' : irreversible ? 'Review' : submit}
        </button>
        ${this.#step === 'confirm' ? this.#confirmView() : nothing}
      </form>
    `
  }

  #reviewView() {
    const { irreversible, submit } = this.action
    const back = () => this.#turn('fill')
    const said = this.#fields().filter(({ name }) => this.#texts[name])
    return html`
      <form novalidate @submit=${this.#send}>
        <p class="warning" role="alert">${irreversible}</p>
        ${facts(said.map((field) => [labelOf(field), html`<code>${this.#texts[field.name]}</code>`]))}
        <p class="choices">
          <button class="quiet" type="button" @click=${back}>Back</button>
          <button class="danger" type="submit">${submit}</button>
        </p>
      </form>
    `
  }

  #confirmView() {
    return html`<p class="warning" role="status">
      A person has to agree.
      <a href=${this.#confirmUrl} target="_blank" rel="noreferrer">Open the confirmation</a>; this
      form goes on by itself.
    </p>`
  }

  #refusalView() {
    if (this.#refusal === null) return nothing
    const { message, code } = this.#refusal
    return html`<p class="problem" role="alert">
      ${message} ${code ? html`<code>${code}</code>` : ''}
    </p>`
  }

  #doneView() {
    return html`
      <div role="status">${this.#outcome.view}</div>
      <p><button type="button" @click=${() => this.leave({})}>Close</button></p>
    `
  }

  /** @param {Field} field */
  #fieldView(field) {
    const { name } = field
    const schema = schemaAt(this.call.schema, name)
    return fieldView(field, {
      schema,
      text: this.#texts[name] ?? '',
      problem: this.#problems[name],
      needed: isNeeded(this.call.schema, name),
      suggested: this.#suggested.get(name) ?? [],
      change: (text) => {
        this.#texts[name] = text
        delete this.#problems[name]
        this.draw()
      },
    })
  }

  /** @param {Field} field */
  async #suggest({ name, suggest }) {
    if (!suggest) return
    this.#suggested.set(name, await suggest().catch(() => []))
    this.draw()
  }

  /** @param {Step} step */
  #turn(step) {
    this.#step = step
    this.draw()
  }

  /** @param {Event} event */
  #submit = async (event) => {
    event.preventDefault()
    this.#refusal = null
    this.#problems = this.#found()
    if (Object.keys(this.#problems).length > 0) return this.#lead()
    if (this.action.irreversible) return this.#turn('review')
    await this.#send(event)
  }

  /** @returns {Record<string, string>} what the declaration says is wrong, by field */
  #found() {
    const found = this.#fields().flatMap(({ name }) => {
      const schema = schemaAt(this.call.schema, name)
      const value = valueOf(schema, this.#texts[name] ?? '')
      const problem = problemOf(schema, value, isNeeded(this.call.schema, name))
      return problem === null ? [] : [[name, problem]]
    })
    return Object.fromEntries(found)
  }

  /** To the first field that something is wrong with. */
  #lead() {
    this.draw()
    const wrong = this.#fields().find(({ name }) => this.#problems[name])
    if (wrong) document.getElementById(idOf(wrong.name))?.focus()
  }

  /** @param {Event} event */
  #send = async (event) => {
    event.preventDefault()
    await this.#ask()
  }

  /** @param {string} [token] of a confirmation */
  async #ask(token) {
    this.#turn('sending')
    try {
      const key = this.call.keyed ? this.#key : undefined
      const answer = await this.api.send({ ...this.#asked(), key }, token)
      this.#finish(answer)
    } catch (error) {
      this.#refused(error)
    }
  }

  /** @param {any} answer */
  #finish(answer) {
    this.#outcome = this.action.done?.(answer, this.#input()) ?? {}
    if (this.#outcome.view === undefined) return this.leave(this.#outcome)
    this.#turn('done')
  }

  /** @param {unknown} error */
  #refused(error) {
    const { message } = /** @type {Error} */ (error)
    const { code, details } = error instanceof Refused ? error : { code: '', details: undefined }
    const { confirmUrl, requestId, fields = [] } = /** @type {any} */ (details ?? {})
    if (code === 'STEP_UP_REQUIRED') return this.#await(confirmUrl, requestId)
    this.#step = 'fill'
    const names = this.#fields().map(({ name }) => name)
    const told = fields.filter((/** @type {any} */ { field }) => names.includes(field))
    this.#problems = Object.fromEntries(
      told.map((/** @type {any} */ each) => [each.field, each.message])
    )
    this.#refusal = told.length > 0 && told.length === fields.length ? null : { message, code }
    this.#lead()
  }

  /**
   * The confirmation is another page, and this form looks how it stands.
   *
   * @param {string} confirmUrl
   * @param {string} requestId
   */
  #await(confirmUrl, requestId) {
    this.#confirmUrl = confirmUrl
    this.#turn('confirm')
    const look = async () => {
      try {
        const { status, token } = await this.api.get(`/api/v1/auth/step-up/${requestId}`)
        if (token) return await this.#ask(token)
        if (status !== 'pending')
          throw new Error(`The confirmation is ${status}; nothing happened.`)
        this.#look = window.setTimeout(look, LOOK_AGAIN_MS)
      } catch (error) {
        this.#refused(error)
      }
    }
    this.#look = window.setTimeout(look, LOOK_AGAIN_MS)
  }
}
