import type { Logger } from '@adonisjs/core/logger'

export interface HealthFinding {
  ok: boolean
  /** One line for people; no secrets, no addresses of third parties. */
  detail: string
}

/**
 * One line of `/health/ready`. A failing check that is not `fatal` is shown, but the service stays
 * ready.
 */
export interface HealthCheck {
  readonly name: string
  readonly fatal: boolean
  check(): Promise<HealthFinding>
}

export interface HealthReport {
  status: 'ok' | 'degraded' | 'down'
  checks: ({ name: string; fatal: boolean } & HealthFinding)[]
}

const CHECK_TIMEOUT_MS = 3000

/** Runs all checks at once; a check that throws or hangs counts as failed. What is wrong comes first. */
export async function healthReport(
  checks: readonly HealthCheck[],
  log: Logger
): Promise<HealthReport> {
  const results = await Promise.all(checks.map((check) => runCheck(check, log)))
  results.sort((one, other) => Number(one.ok) - Number(other.ok))
  const down = results.some((result) => !result.ok && result.fatal)
  const degraded = results.some((result) => !result.ok)
  return { status: down ? 'down' : degraded ? 'degraded' : 'ok', checks: results }
}

async function runCheck(check: HealthCheck, log: Logger) {
  const { name, fatal } = check
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<HealthFinding>((resolve) => {
    timer = setTimeout(
      () => resolve({ ok: false, detail: `no answer within ${CHECK_TIMEOUT_MS} ms` }),
      CHECK_TIMEOUT_MS
    )
  })
  const outcome = check.check().catch((error: unknown): HealthFinding => {
    log.warn({ err: error, check: name }, 'a health check failed')
    return { ok: false, detail: `${whyIt(error)}; the log has more` }
  })
  const finding = await Promise.race([outcome, timeout])
  clearTimeout(timer)
  return { name, fatal, ok: finding.ok, detail: finding.detail }
}

/** Says no more than the code: a message may hold the address of a node, and in it a key. */
function whyIt(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' && code !== '' ? `failed with ${code}` : 'failed'
}
