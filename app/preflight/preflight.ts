import { errorText } from '#app/preflight/error_text'
import { weaknessText, type PreflightCheck, type Weakness } from '#app/preflight/weakness'
import { LIMITS } from '#app/limits'

export interface PreflightReport {
  /** Checks that found nothing. */
  sound: string[]
  refused: Weakness[]
  warned: Weakness[]
  /** Checks that gave no answer, or none in time. */
  unchecked: { name: string; reason: string }[]
}

/** The start is refused. The message is for people and complete, so the stack is not shown. */
export class StartRefused extends Error {
  constructor(readonly report: PreflightReport) {
    super(refusalText(report))
    this.name = 'StartRefused'
  }

  /** Prints the message of a command that may not run. */
  render() {
    process.stderr.write(`${this.message}\n`)
  }
}

/**
 * Runs all checks at once: an operator who repairs one thing must not learn of the next at the next
 * start.
 */
export async function preflight(
  checks: readonly PreflightCheck[],
  limitMs: number = LIMITS.preflightMs
): Promise<PreflightReport> {
  const outcomes = await Promise.all(checks.map((check) => outcomeOf(check, limitMs)))
  const found = outcomes.flatMap((outcome) => outcome.found)
  return {
    sound: outcomes
      .filter((outcome) => outcome.found.length === 0 && outcome.reason === null)
      .map(({ name }) => name),
    refused: found.filter(({ grade }) => grade === 'refused'),
    warned: found.filter(({ grade }) => grade === 'warned'),
    unchecked: outcomes.flatMap(({ name, reason }) => (reason === null ? [] : [{ name, reason }])),
  }
}

export function uncheckedText({ name, reason }: { name: string; reason: string }): string {
  return `${name} could not be checked: ${reason}`
}

function refusalText({ refused, unchecked }: PreflightReport): string {
  return [
    `The service does not start with these settings (${refused.length} to mend; "node ace doctor" tells them without a start):`,
    ...refused.map((weakness) => `  - ${weaknessText(weakness)}`),
    ...unchecked.map((check) => `  ? ${uncheckedText(check)}`),
  ].join('\n')
}

async function outcomeOf(check: PreflightCheck, limitMs: number) {
  const { name } = check
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${limitMs} ms`)), limitMs)
  })
  try {
    const found = await Promise.race([Promise.resolve().then(() => check.check()), late])
    return { name, found, reason: null }
  } catch (error) {
    return { name, found: [], reason: errorText(error) }
  } finally {
    clearTimeout(timer)
  }
}
