// @ts-check

/**
 * When an Allow of a policy counts: as a person types it, as the call takes it, and as it reads. Nothing
 * here touches the page.
 *
 * @typedef {'amountLte' | 'windowAmount' | 'windowSeconds' | 'destinationIn' | 'from' | 'to' | 'operationPaths' | 'approvals'} ConditionField
 * @typedef {Partial<Record<ConditionField, string>>} TypedConditions
 *
 * @typedef {object} Conditions as the API has them
 * @property {string} [amountLte]
 * @property {{ amount: string, seconds: number }} [windowLte]
 * @property {string[]} [destinationIn]
 * @property {{ from: string, to: string }} [hours]
 * @property {string[]} [operationPaths]
 * @property {number | string} [approvals]
 */

const DAY_S = 86_400

/** @type {[seconds: string, words: string][]} */
export const WINDOWS = [
  ['3600', 'an hour'],
  [String(DAY_S), 'a day'],
  [String(7 * DAY_S), '7 days'],
  [String(31 * DAY_S), '31 days'],
]

/**
 * What can be typed, in the order of the form: two of them stand beside each other.
 *
 * @type {{ name: ConditionField, label: string, kind: 'amount' | 'text' | 'time' | 'number' | 'window' }[]}
 */
export const CONDITION_FIELDS = [
  { name: 'amountLte', label: 'At most in one movement, USD', kind: 'amount' },
  { name: 'approvals', label: 'Once so many people have approved', kind: 'number' },
  { name: 'windowAmount', label: 'At most together, USD', kind: 'amount' },
  { name: 'windowSeconds', label: 'within', kind: 'window' },
  { name: 'destinationIn', label: 'Only to these paths or addresses', kind: 'text' },
  { name: 'operationPaths', label: 'Only with these operation paths', kind: 'text' },
  { name: 'from', label: 'Only from (UTC)', kind: 'time' },
  { name: 'to', label: 'until (UTC)', kind: 'time' },
]

/** A Deny looks at nothing else. */
export const OF_DENY = 'operationPaths'

/** @param {string | undefined} text separated by commas */
export const listed = (text = '') =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/**
 * What cannot be read stays text, and is refused as such: a condition that is dropped would allow more
 * than was meant.
 *
 * @param {'Allow' | 'Deny'} effect
 * @param {TypedConditions} typed
 * @returns {Conditions | undefined} undefined where nothing was typed
 */
export function conditionsOf(effect, typed) {
  const given = (/** @type {ConditionField} */ name) => (typed[name] ?? '').trim()
  const operationPaths = listed(typed.operationPaths)
  /** @type {Conditions} */
  const found = operationPaths.length > 0 ? { operationPaths } : {}
  if (effect === 'Allow') {
    const destinationIn = listed(typed.destinationIn)
    const [amountLte, amount, approvals] = [
      given('amountLte'),
      given('windowAmount'),
      given('approvals'),
    ]
    const hours = { from: given('from'), to: given('to') }
    if (amountLte) found.amountLte = amountLte
    if (amount)
      found.windowLte = { amount, seconds: Number(given('windowSeconds') || WINDOWS[0]?.[0]) }
    if (destinationIn.length > 0) found.destinationIn = destinationIn
    if (hours.from || hours.to) found.hours = hours
    if (approvals) found.approvals = /^\d+$/.test(approvals) ? Number(approvals) : approvals
  }
  return Object.keys(found).length > 0 ? found : undefined
}

/** Actions that move nothing: of all conditions they are asked for their hour alone. */
const READING = /^svc:(Read|Subscribe)/

/**
 * @param {string} action
 * @param {Conditions | undefined} conditions
 * @returns {string[]} each reads after "if"
 */
export function wordsOf(action, conditions = {}) {
  const { amountLte, windowLte, destinationIn, hours, operationPaths, approvals } = conditions
  const span = windowLte && WINDOWS.find(([seconds]) => Number(seconds) === windowLte.seconds)?.[1]
  const ofHours = hours && `it is from ${hours.from || '…'} to ${hours.to || '…'} UTC`
  const all = READING.test(action)
    ? [ofHours]
    : [
        amountLte && `it moves at most ${amountLte} USD, fee included`,
        windowLte &&
          `no more than ${windowLte.amount} USD leave an object in ${span ?? `${windowLte.seconds} seconds`}`,
        destinationIn && `it goes to ${destinationIn.join(' or ')}`,
        operationPaths && `its operation path is ${operationPaths.join(' or ')}`,
        ofHours,
        approvals &&
          `${approvals} ${String(approvals) === '1' ? 'person has' : 'people have'} approved it`,
      ]
  return all.filter((words) => typeof words === 'string')
}
