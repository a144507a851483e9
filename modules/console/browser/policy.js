// @ts-check
import { html, nothing } from '/console/assets/lit-html/lit-html.js'
import { conditionsOf, listed, wordsOf } from './conditions.js'
import { table } from './parts.js'

/**
 * @typedef {{ effect: 'Allow' | 'Deny', actions: string, resources: string } & import('./conditions.js').TypedConditions} Row what a person types
 * @typedef {{ effect: 'Allow' | 'Deny', actions: string[], resources: string[], conditions?: import('./conditions.js').Conditions }} Statement
 */

/**
 * @param {Row[]} rows
 * @returns {Statement[]}
 */
export function statementsOf(rows) {
  return rows
    .map(({ effect, actions, resources, ...typed }) => {
      const conditions = conditionsOf(effect, typed)
      return {
        effect,
        actions: listed(actions),
        resources: listed(resources),
        ...(conditions && { conditions }),
      }
    })
    .filter(({ actions, resources }) => actions.length > 0 && resources.length > 0)
}

/**
 * Every action a policy says something about: where and when it is allowed, and where that is denied
 * again. Aliases are spelled out, so that nobody has to know what `svc:Write` holds.
 *
 * @param {Statement[]} statements
 * @param {any} catalog of `GET /permissions`
 */
export function policyView(statements, { actions, aliases }) {
  /** @param {string} action */
  const namesIn = (action) =>
    action === 'svc:*'
      ? actions.map((/** @type {any} */ one) => one.name)
      : (aliases[action] ?? [action])
  /** @type {Map<string, { Allow: Statement[], Deny: Statement[] }>} */
  const found = new Map()
  for (const statement of statements) {
    for (const name of statement.actions.flatMap(namesIn)) {
      const entry = found.get(name) ?? { Allow: [], Deny: [] }
      entry[statement.effect].push(statement)
      found.set(name, entry)
    }
  }
  const known = new Map(actions.map((/** @type {any} */ one) => [one.name, one.description]))
  const allowed = [...found].filter(([, { Allow }]) => Allow.length > 0)
  const denies = allowed.some(([, { Deny }]) => Deny.length > 0)
  return html`${table(
    ['Action', 'Allowed on', ...(denies ? ['but never on'] : []), 'Meaning'],
    allowed.map(
      ([name, { Allow, Deny }]) =>
        html`<tr>
          <td><code class="id">${name}</code></td>
          <td>${placesView(name, Allow)}</td>
          ${denies ? html`<td>${placesView(name, Deny)}</td>` : nothing}
          <td>${known.get(name) ?? html`<span class="problem">no such action</span>`}</td>
        </tr>`
    ),
    'Nothing.',
    'What the policy allows'
  )}
  ${statements.some(isBounded) ? html`<p class="note">${BOUNDED}</p>` : nothing}`
}

/**
 * Where a policy names an action, each place with the conditions on which it counts.
 *
 * @param {string} action
 * @param {Statement[]} statements
 */
const placesView = (action, statements) =>
  statements.length === 0
    ? nothing
    : html`<div>
        ${statements.map(({ resources, conditions }) => {
          const words = wordsOf(action, conditions)
          return html`<div>
            <code>${resources.join(' ')}</code>
            ${words.length > 0 ? html`<span class="note">if ${words.join(', and ')}</span>` : nothing}
          </div>`
        })}
      </div>`

const BOUNDED =
  'What names no amount or no destination, such as an order or a deletion, is not allowed by a statement that bounds them.'

/** @param {Statement} statement */
const isBounded = ({ conditions: { amountLte, windowLte, destinationIn } = {} }) =>
  amountLte !== undefined || windowLte !== undefined || destinationIn !== undefined
