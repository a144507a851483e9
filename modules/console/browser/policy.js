// @ts-check
import { html } from '/console/assets/lit-html/lit-html.js'
import { table } from './parts.js'

/**
 * @typedef {{ effect: 'Allow' | 'Deny', actions: string, resources: string }} Row what a person types
 * @typedef {{ effect: 'Allow' | 'Deny', actions: string[], resources: string[] }} Statement
 */

/** @param {string} text */
const listed = (text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/**
 * @param {Row[]} rows
 * @returns {Statement[]}
 */
export function statementsOf(rows) {
  return rows
    .map(({ effect, actions, resources }) => ({
      effect,
      actions: listed(actions),
      resources: listed(resources),
    }))
    .filter(({ actions, resources }) => actions.length > 0 && resources.length > 0)
}

/**
 * Every action a policy says something about: where it is allowed, and where that is denied again.
 * Aliases are spelled out, so that nobody has to know what `svc:Write` holds.
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
  /** @type {Map<string, { Allow: string[], Deny: string[] }>} */
  const found = new Map()
  for (const { effect, actions: given, resources } of statements) {
    for (const name of given.flatMap(namesIn)) {
      const entry = found.get(name) ?? { Allow: [], Deny: [] }
      entry[effect].push(...resources)
      found.set(name, entry)
    }
  }
  const known = new Map(actions.map((/** @type {any} */ one) => [one.name, one.description]))
  const allowed = [...found].filter(([, { Allow }]) => Allow.length > 0)
  return table(
    ['Action', 'Allowed on', 'but never on', 'Meaning'],
    allowed.map(
      ([name, { Allow, Deny }]) =>
        html`<tr>
          <td><code>${name}</code></td>
          <td><code>${Allow.join(' ')}</code></td>
          <td><code>${Deny.join(' ')}</code></td>
          <td>${known.get(name) ?? html`<span class="problem">no such action</span>`}</td>
        </tr>`
    ),
    'Nothing.',
    'What the policy allows'
  )
}
