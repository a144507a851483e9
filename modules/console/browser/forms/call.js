// @ts-check

/**
 * @typedef {object} DeclaredCall what the API document says of a call (`core/declared_call.ts`)
 * @property {string} operationId
 * @property {string} method
 * @property {string} path
 * @property {string} summary
 * @property {string | null} client
 * @property {'body' | 'query'} input
 * @property {boolean} keyed
 * @property {string | null} operationPath
 * @property {import('./values.js').Schema} schema
 */

/** @type {Map<string, Promise<DeclaredCall>>} */
const known = new Map()

/**
 * @param {string} operationId
 * @returns {Promise<DeclaredCall>}
 */
export function declared(operationId) {
  const asked = known.get(operationId) ?? ask(operationId)
  known.set(operationId, asked)
  asked.catch(() => known.delete(operationId))
  return asked
}

/** @param {string} operationId */
async function ask(operationId) {
  const answer = await fetch(`/console/assets/calls/${operationId}.json`)
  if (!answer.ok) throw new Error(`The service has no call ${operationId}.`)
  return answer.json()
}

/**
 * Where a call is sent, and what with.
 *
 * @param {DeclaredCall} call
 * @param {Record<string, string>} at values of the parameters of its address
 * @param {Record<string, any>} input
 * @param {string[]} [inQuery] fields that stand in the query although the call has a body
 */
export function addressed({ method, path, input: place }, at, input, inQuery = []) {
  const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => at[name] ?? '')
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(at[name] ?? ''))
  const isAsked = (/** @type {string} */ name) => place === 'query' || inQuery.includes(name)
  const entries = Object.entries(input).filter(([, value]) => value !== undefined)
  const query = new URLSearchParams(
    entries.filter(([name]) => isAsked(name)).map(([name, value]) => [name, String(value)])
  )
  const rest = Object.fromEntries(entries.filter(([name]) => !isAsked(name)))
  return {
    method,
    ids,
    address: query.size > 0 ? `${filled}?${query}` : filled,
    ...(place === 'body' && { body: rest }),
  }
}
