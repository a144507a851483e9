import type { Logger } from '@adonisjs/core/logger'
import {
  preflight,
  StartRefused,
  uncheckedText,
  type PreflightReport,
} from '#app/preflight/preflight'
import { weaknessText, type PreflightCheck } from '#app/preflight/weakness'

/**
 * Admits or refuses the start of servers and workers. The command `doctor` runs the same checks.
 */
export class StartGate {
  constructor(
    private checks: () => readonly PreflightCheck[],
    readonly production: boolean,
    private log: Logger
  ) {}

  /**
   * A check that gave no answer refuses nothing: a database that is away for a minute must not keep
   * the service down for longer.
   *
   * @throws StartRefused with every reason
   */
  async pass(): Promise<void> {
    const report = await this.report(this.production)
    if (report.refused.length > 0) throw new StartRefused(report)
    for (const weakness of report.warned) this.log.warn(weaknessText(weakness))
    for (const check of report.unchecked) this.log.warn(uncheckedText(check))
  }

  /** @param production whether to judge as in production; otherwise as for any other start */
  report(production: boolean): Promise<PreflightReport> {
    return preflight(this.checks().filter(({ stage }) => production || stage === 'everywhere'))
  }
}
