// @ts-check

/**
 * A call as a person repeats it elsewhere. The token stays out: what is copied ends in tickets and
 * histories.
 *
 * @typedef {object} Asked
 * @property {string} method
 * @property {string} address with its query
 * @property {unknown} [body] a form with files, too
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
    ...contentOf(body),
  ]
  return lines.join(' \\\n  ')
}

/** @param {unknown} body */
function contentOf(body) {
  if (body === undefined) return []
  if (body instanceof FormData) {
    // A text that begins with @ would be read as the name of a file by -F.
    return [...body].map(([name, part]) =>
      typeof part === 'string'
        ? `--form-string ${quoted(`${name}=${part}`)}`
        : `-F ${quoted(`${name}=@${part.name}`)}`
    )
  }
  return ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(body, null, 2))}`]
}

/**
 * The same with the method of the TypeScript client.
 *
 * @param {{ client: string | null }} call
 * @param {Asked & { ids: string[], input: Record<string, unknown> }} given `ids` in the order of the address
 * @param {string} origin
 */
export function clientCodeOf({ client }, { ids, input, key, ...asked }, origin) {
  if (client === null) return requestCodeOf({ ...asked, key }, origin)
  const options = key === undefined ? [] : [{ idempotencyKey: key }]
  const more = Object.keys(input).length > 0 || options.length > 0 ? [input] : []
  return codeOf([], `${client}(${literals([...ids, ...more, ...options])})`, origin)
}

/**
 * The same with the TypeScript client, when only the address is known.
 *
 * @param {Asked} asked
 * @param {string} origin
 */
export function requestCodeOf({ method, address, body, key }, origin) {
  const options = literal({
    body: body instanceof FormData ? undefined : body,
    idempotencyKey: key,
  })
  const given = literals([method, address])
  if (!(body instanceof FormData)) {
    return codeOf([], `request(${given}${options === '{}' ? '' : `, ${options}`})`, origin)
  }
  const parts = [...body].map(([name, part]) =>
    typeof part === 'string'
      ? `body.set(${literals([name, part])})`
      : `body.set(${literal(name)}, await openAsBlob(${literal(part.name)}), ${literal(part.name)})`
  )
  const head = ["import { openAsBlob } from 'node:fs'", 'const body = new FormData()', ...parts]
  const form = `{ body, idempotencyKey: ${literal(key)} }`
  return codeOf(head, `request(${given}, ${form})`, origin)
}

/** @param {unknown[]} values */
const literals = (values) => values.map((value) => literal(value)).join(', ')

/**
 * @param {string[]} before
 * @param {string} asked of the client
 * @param {string} origin
 */
const codeOf = (before, asked, origin) =>
  [
    "import { LedgerClient } from 'ledger-custody-client'",
    ...before,
    '',
    `const client = new LedgerClient({ baseUrl: ${literal(origin)}, credential: process.env.TOKEN })`,
    `const answer = await client.${asked}`,
  ].join('\n')

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
