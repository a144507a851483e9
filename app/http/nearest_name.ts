import { distance } from 'fastest-levenshtein'

/** Longer texts are no mistyped names, and comparing them takes time. */
const LONGEST_NAME = 64

/** A part of this length shows which name was meant: `minutes` for `expiresInMinutes`. */
const TELLING_PART = 4

/** The known name that the writer of `given` most likely meant, or null when none is near. */
export function nearestName(given: string, known: Iterable<string>): string | null {
  if (given.length > LONGEST_NAME) return null
  const folded = fold(given)
  let nearest: string | null = null
  let fewest = Infinity
  for (const name of known) {
    const steps = stepsBetween(folded, fold(name))
    if (steps === null || steps > fewest) continue
    // Neither of two names that are equally near is more likely: `path` is a part of several.
    nearest = steps < fewest ? name : null
    fewest = steps
  }
  return nearest
}

/** `dry_run`, `dry-run` and `dryrun` are ways to write `dryRun`. */
const fold = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** How many mistakes lie between two folded names; null when there are too many. */
function stepsBetween(given: string, name: string): number | null {
  if (given === name) return 0
  // Letters in another order count as one mistake, however many edits undo it.
  if (letters(given) === letters(name)) return 1
  const edits = distance(given, name)
  if (edits <= Math.max(1, Math.floor(name.length / 3))) return edits
  const [shorter, longer] = given.length < name.length ? [given, name] : [name, given]
  const tells = shorter.length >= TELLING_PART && longer.includes(shorter)
  return tells || sharedStart(given, name) * 2 > longer.length ? edits : null
}

/** Matches `triggerPrice` for `triggerPx`, whose end was guessed. */
function sharedStart(given: string, name: string): number {
  let length = 0
  while (length < name.length && given[length] === name[length]) length++
  return length
}

const letters = (text: string) => [...text].sort().join('')
