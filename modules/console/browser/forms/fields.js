// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { choicesOf, kindOf, titled } from './values.js'

/**
 * @typedef {object} Field what a form asks for; the rest is in the declaration of the call
 * @property {string} name such as `branding.displayName`
 * @property {string} [label]
 * @property {string} [help] instead of what the declaration says
 * @property {string} [value] with which it is filled at first
 * @property {[value: string, text: string][]} [options] to choose from, instead of all that the call takes
 * @property {() => Promise<string[]>} [suggest] what is often typed here
 * @property {boolean} [more] stands below "More", for those who need it
 * @property {'lines'} [as]
 * @property {boolean} [both] a box that is not ticked is sent, too
 *
 * @typedef {object} FieldState
 * @property {import('./values.js').Schema} schema
 * @property {string} text
 * @property {string | undefined} problem
 * @property {boolean} needed
 * @property {readonly string[]} suggested
 * @property {(text: string) => void} change
 */

/** @param {Field} field */
export const labelOf = ({ label, name }) => label ?? titled(name)

/** @param {string} name */
export const idOf = (name) => `field-${name.replaceAll('.', '-')}`

/**
 * @param {Field} field
 * @param {FieldState} state
 */
export function fieldView(field, state) {
  const id = idOf(field.name)
  // Descriptions are written for readers of Markdown.
  const help = (field.help ?? state.schema.description)?.replaceAll('`', '')
  const isFlag = kindOf(state.schema) === 'flag'
  const label = html`<label for=${id}
    >${labelOf(field)}${
      state.needed || isFlag ? nothing : html` <span class="note">optional</span>`
    }</label
  >`
  const control = controlView(field, state, [
    ...(help ? [`${id}-help`] : []),
    ...(state.problem ? [`${id}-problem`] : []),
  ])
  return html`<div class="field ${isFlag ? 'flag' : ''}">
    ${isFlag ? html`${control} ${label}` : html`${label} ${control}`}
    ${state.problem ? html`<p class="problem" id="${id}-problem">${state.problem}</p>` : nothing}
    ${help ? html`<p class="note" id="${id}-help">${help}</p>` : nothing}
  </div>`
}

/**
 * @param {Field} field
 * @param {FieldState} state
 * @param {string[]} described ids of what explains it
 */
function controlView(field, state, described) {
  const { name, options, as } = field
  const { schema, text, change } = state
  const kind = options ? 'choice' : as === 'lines' ? 'json' : kindOf(schema)
  const id = idOf(name)
  const invalid = state.problem ? 'true' : nothing
  const explained = described.length > 0 ? described.join(' ') : nothing
  const typed = (/** @type {any} */ event) => change(event.target.value)
  switch (kind) {
    case 'choice':
      return html`<select
        id=${id}
        name=${name}
        aria-invalid=${invalid}
        aria-describedby=${explained}
        @change=${typed}
      >
        ${choicesView(field, state)}
      </select>`
    case 'flag':
      return html`<input
        id=${id}
        name=${name}
        type="checkbox"
        .checked=${text === 'true'}
        aria-describedby=${explained}
        @change=${(/** @type {any} */ event) =>
          change(event.target.checked ? 'true' : field.both ? 'false' : '')}
      />`
    case 'json':
    case 'list':
      return html`<textarea
        id=${id}
        name=${name}
        rows="3"
        spellcheck="false"
        .value=${text}
        aria-invalid=${invalid}
        aria-describedby=${explained}
        @input=${typed}
      ></textarea>`
    default:
      return lineView(field, state, { invalid, explained, typed })
  }
}

/**
 * @param {Field} field
 * @param {FieldState} state
 */
function choicesView({ options }, { schema, text, needed }) {
  const all =
    options ??
    choicesOf(schema).map((/** @type {string} */ value) => [value, value.replaceAll('_', ' ')])
  const none = needed || options ? [] : [['', 'as usual']]
  return [...none, ...all].map(
    ([value, words]) => html`<option value=${value} ?selected=${value === text}>${words}</option>`
  )
}

/**
 * @param {Field} field
 * @param {FieldState} state
 * @param {{ invalid: unknown, explained: unknown, typed: (event: any) => void }} how
 */
function lineView({ name }, { schema, text, suggested }, { invalid, explained, typed }) {
  const id = idOf(name)
  const isAmount = String(schema.pattern ?? '').startsWith('^\\d')
  const list = suggested.length > 0 ? `${id}-list` : nothing
  return html`<input
      id=${id}
      name=${name}
      type="text"
      inputmode=${isAmount ? 'decimal' : kindOf(schema) === 'number' ? 'numeric' : nothing}
      autocomplete="off"
      autocapitalize="off"
      spellcheck="false"
      list=${list}
      .value=${text}
      aria-invalid=${invalid}
      aria-describedby=${explained}
      @input=${typed}
    />${
      suggested.length > 0
        ? html`<datalist id="${id}-list">
            ${suggested.map((value) => html`<option value=${value}></option>`)}
          </datalist>`
        : nothing
    }`
}
