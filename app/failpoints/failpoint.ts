/**
 * Places where a test can end this process, make a step fail or hold it until the test goes on, to
 * prove that nothing acknowledged is lost there. `FAILPOINT=name:nth:action` arms them, several with
 * commas between; when the place is reached for the nth time the action happens, once. They are
 * never armed in production.
 *
 * Each part of the service names its places in its `failpoints.ts`.
 */
const places = new Set<string>()

/**
 * Names the places of one part. All parts are loaded with their providers, before anything is armed.
 *
 * @returns what marks a place, by one of these names alone
 * @throws Error when the file is loaded and a name is taken
 */
export function placesOf<Name extends string>(
  names: readonly Name[]
): (name: Name) => Promise<void> | void {
  for (const name of names) {
    if (places.has(name)) throw new Error(`Two places are called ${name}`)
    places.add(name)
  }
  return reach
}

const ACTIONS = ['kill', 'error', 'hold'] as const
type Action = (typeof ACTIONS)[number]

interface Armed {
  action: Action
  /** How often the place may still be passed without the action. */
  remaining: number
}

const armed = new Map<string, Armed>()
let released = Promise.withResolvers<void>()

/**
 * Whoever is held at a place goes on.
 *
 * @param text empty: no place is armed
 * @throws Error for a text that arms nothing: a misspelling must not make a test pass
 */
export function armFailpoints(text: string) {
  armed.clear()
  released.resolve()
  released = Promise.withResolvers<void>()
  for (const part of text.split(',').filter((each) => each !== '')) {
    const [name = '', nth, action] = part.split(':')
    const wanted = ACTIONS.find((each) => each === action)
    if (!places.has(name) || !wanted || !/^[1-9]\d{0,8}$/.test(nth ?? '')) {
      throw new Error(
        `FAILPOINT "${part}" is not name:nth:${ACTIONS.join('|')} with one of the names ${[...places].join(', ')}`
      )
    }
    armed.set(name, { action: wanted, remaining: Number(nth) })
  }
}

/** Whether a test waits for a place: steps between which it lies must then not be one. */
export function isArmed(name: string): boolean {
  return armed.has(name)
}

/**
 * Marks a place. It costs one look into an empty map unless a test has armed it.
 *
 * @throws Error when the action is `error`
 */
function reach(name: string): Promise<void> | void {
  if (armed.size === 0) return
  const found = armed.get(name)
  if (!found || --found.remaining > 0) return
  armed.delete(name)
  return act(name, found.action)
}

function act(name: string, action: Action): Promise<void> | void {
  if (action === 'error') throw new Error(`Failpoint ${name}`)
  if (action === 'hold') return released.promise
  // Nothing may run any more, not even an exit handler that would save something.
  process.kill(process.pid, 'SIGKILL')
}
