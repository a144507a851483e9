import { parseArgs } from 'node:util'

/** `npm run bench -- [--seconds n] [--rounds n] [--legs n] [--minutes n] [section …]` */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    legs: { type: 'string', default: '1000000' },
    minutes: { type: 'string', default: '10' },
  },
})

/** Names of sections; none means all that run by default. */
export const WANTED = positionals
/** How long one point is measured. */
export const SECONDS = positive('seconds')
/** How often each point is measured, after rounds that only warm up. */
export const ROUNDS = positive('rounds')
/** The history of `reads`. */
export const LEGS = positive('legs')
/** The length of `memory`. */
export const MINUTES = positive('minutes')

function positive(name: keyof typeof values): number {
  const value = Number(values[name])
  if (!(value > 0)) throw new Error(`--${name} takes a number above 0, not "${values[name]}"`)
  return value
}
