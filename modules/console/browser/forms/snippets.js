// @ts-check

/**
 * A call as a person repeats it elsewhere. The token stays out: what is copied ends in tickets and
 * histories.
 *
 * @typedef {object} Asked
 * @property {string} method
 * @property {string} address with its query
 * @property {unknown} [body]
 * @property {string} [key] the Idempotency-Key
 */

/** @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

/**
 * @param {Asked} asked
 * @param {string} origin of the service
 */
export function curlOf({ method, address, body, key }, origin) {
  const lines = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} ${quoted(origin + address)}`,
    '-H "Authorization: Bearer $TOKEN"',
    ...(key === undefined ? [] : [`-H ${quoted(`Idempotency-Key: ${key}`)}`]),
    ...(body === undefined
      ? []
      : ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ]
  return lines.join(' \\\n  ')
}

/**
 * The same with the TypeScript client.
 *
 * @param {{ client: string | null, path: string, method: string }} call
 * @param {{ ids: string[], input: Record<string, unknown>, key: string | undefined, address: string }} given `ids` in the order of the address
 * @param {string} origin
 */
export function clientCodeOf(call, { ids, input, key, address }, origin) {
  const options = key === undefined ? [] : [{ idempotencyKey: key }]
  const more = Object.keys(input).length > 0 || options.length > 0 ? [input] : []
  const asked =
    call.client === null
      ? `request(${[call.method, address, ...more].map((part) => literal(part)).join(', ')})`
      : `${call.client}(${[...ids, ...more, ...options].map((part) => literal(part)).join(', ')})`
  return [
    "import { LedgerClient } from 'ledger-custody-client'",
    '',
    `const client = new LedgerClient({ baseUrl: ${literal(origin)}, credential: process.env.TOKEN })`,
    `const answer = await client.${asked}`,
  ].join('\n')
}

const BARE = /^[a-zA-Z_$][\w$]*$/

/**
 * A value as JavaScript writes it.
 *
 * @param {unknown} value
 * @param {string} [indent]
 * @returns {string}
 */
export function literal(value, indent = '') {
  if (typeof value === 'string') {
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  }
  if (typeof value !== 'object' || value === null) return String(value)
  const deeper = `${indent}  `
  if (Array.isArray(value)) return `[${value.map((part) => literal(part, deeper)).join(', ')}]`
  const entries = Object.entries(value).filter(([, part]) => part !== undefined)
  if (entries.length === 0) return '{}'
  const lines = entries.map(
    ([name, part]) =>
      `${deeper}${BARE.test(name) ? name : literal(name)}: ${literal(part, deeper)},`
  )
  return `{\n${lines.join('\n')}\n${indent}}`
}
