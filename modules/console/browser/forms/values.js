// @ts-check

/**
 * What a person types, as the call takes it. Nothing here touches the page.
 *
 * @typedef {Record<string, any>} Schema JSON Schema of the input of a call, without references
 * @typedef {'choice' | 'flag' | 'number' | 'list' | 'json' | 'text'} Kind
 */

/**
 * @param {Schema} schema
 * @param {string} name such as `branding.displayName`
 * @returns {Schema} empty when the call has no such field
 */
export function schemaAt(schema, name) {
  return name
    .split('.')
    .reduce((/** @type {any} */ at, part) => at?.properties?.[part] ?? {}, schema)
}

/**
 * Whether the call needs the field: a part of something optional is needed only with it.
 *
 * @param {Schema} schema
 * @param {string} name
 */
export function isNeeded(schema, name) {
  const parts = name.split('.')
  return parts.every((part, index) => {
    const { required = [] } =
      index === 0 ? schema : schemaAt(schema, parts.slice(0, index).join('.'))
    return required.includes(part)
  })
}

/** @param {Schema} schema */
const typesOf = ({ type }) => [type].flat().filter((each) => each !== undefined && each !== 'null')

/** @param {Schema} schema */
export const choicesOf = ({ enum: values = [] }) =>
  values.filter((/** @type {unknown} */ value) => value !== null).map(String)

/**
 * @param {Schema} schema
 * @returns {Kind}
 */
export function kindOf(schema) {
  if (Array.isArray(schema.enum)) return 'choice'
  const [type] = typesOf(schema)
  if (type === 'boolean') return 'flag'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'array') return 'list'
  return type === 'object' ? 'json' : 'text'
}

/**
 * A text as the value that is sent. What cannot be read stays text, and is refused as such.
 *
 * @param {Schema} schema
 * @param {string} text
 * @returns {unknown} undefined when nothing was typed
 */
export function valueOf(schema, text) {
  const typed = text.trim()
  if (typed === '') return undefined
  switch (kindOf(schema)) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(typed) ? Number(typed) : typed
    case 'flag':
      return typed === 'true'
    case 'list':
      return typed
        .split(/[\n,]/)
        .map((part) => part.trim())
        .filter(Boolean)
    case 'json':
      return parsed(typed)
    default:
      return typed
  }
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What patterns of the document ask for, in words. */
const FORMS = [
  ['^\\d{1,24}(\\.\\d{1,6})?$', 'an amount such as 12.50, with at most 6 decimals'],
  ['^\\d{1,24}(\\.\\d{1,14})?$', 'a decimal such as 0.005'],
  ['^0x[0-9a-fA-F]{40}$', 'an address: 0x and 40 hexadecimal digits'],
  ['^#[0-9a-fA-F]{6}$', 'a colour such as #1f4fbf'],
  ['^[A-Za-z0-9+/]{43}=$', 'an Ed25519 public key: 32 bytes in Base64'],
]

/**
 * What is wrong with a value, as far as the declaration tells; the service knows more.
 *
 * @param {Schema} schema
 * @param {unknown} value
 * @param {boolean} needed
 * @returns {string | null} a sentence
 */
export function problemOf(schema, value, needed) {
  if (value === undefined) return needed ? 'This is needed.' : null
  switch (kindOf(schema)) {
    case 'number':
      return numberProblem(schema, value)
    case 'json':
      return typeof value === 'object' ? null : 'This has to be JSON.'
    case 'text':
      return textProblem(schema, String(value))
    default:
      return null
  }
}

/**
 * @param {Schema} schema
 * @param {unknown} value
 */
function numberProblem(schema, value) {
  if (typeof value !== 'number') return 'This has to be a number.'
  const { minimum = -Infinity, maximum = Infinity } = schema
  if (typesOf(schema).includes('integer') && !Number.isInteger(value)) {
    return 'This has to be a whole number.'
  }
  if (value < minimum) return `This has to be at least ${minimum}.`
  return value > maximum ? `This has to be at most ${maximum}.` : null
}

/**
 * @param {Schema} schema
 * @param {string} text
 */
function textProblem({ maxLength = Infinity, minLength = 0, pattern, format }, text) {
  const { length } = [...text]
  if (length > maxLength) return `This may have ${maxLength} characters, and has ${length}.`
  if (length < minLength) return `This needs at least ${minLength} characters.`
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text)) {
    const [, words] = FORMS.find(([known]) => known === pattern) ?? []
    return `This has to be ${words ?? `of the form ${pattern}`}.`
  }
  if (format === 'date-time' && Number.isNaN(Date.parse(text))) {
    return 'This has to be a time such as 2026-11-24T12:00:00Z.'
  }
  return null
}

/**
 * Sets a field at its place.
 *
 * @param {Record<string, any>} body is changed
 * @param {string} name
 * @param {unknown} value
 */
export function put(body, name, value) {
  const parts = name.split('.')
  const last = /** @type {string} */ (parts.pop())
  let at = body
  for (const part of parts) at = at[part] ??= {}
  at[last] = value
}

/** @param {string} name such as `sourceObjectPath` */
export function titled(name) {
  const words = name
    .replaceAll('.', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
