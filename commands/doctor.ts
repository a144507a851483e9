import { BaseCommand, flags } from '@adonisjs/core/ace'
import { Probes } from '#app/observability/probes'
import type { HealthReport } from '#app/observability/health'
import { uncheckedText, type PreflightReport } from '#app/preflight/preflight'
import { settingsProblems } from '#app/preflight/settings_problems'
import { StartGate } from '#app/preflight/start_gate'
import { weaknessText } from '#app/preflight/weakness'

/** What the doctor found; the shape of `--json`. */
interface Diagnosis {
  /** Whether the start is judged as one in production. */
  production: boolean
  /** Whether this start would be admitted. */
  starts: boolean
  /** What production refuses, and what it only warns of. */
  settings: PreflightReport
  /** What `/health/ready` would say now, as this process sees it. */
  health: HealthReport
}

/** Reports what would stop a start, and what is not well now, without starting anything. */
export default class Doctor extends BaseCommand {
  static override commandName = 'doctor'
  static override description =
    'Tell all that production refuses to start with, and what is not well now; exits with 1 when this start would be refused'

  @flags.boolean({ description: 'Judge these settings as production would' })
  declare production?: boolean

  @flags.boolean({ description: 'Answer with one line of JSON' })
  declare json?: boolean

  override async run() {
    // The modules have to be loaded, but nothing has to run.
    if (!(await this.#booted())) return
    const diagnosis = await this.#diagnose()
    this.exitCode = diagnosis.starts ? 0 : 1
    if (this.json) process.stdout.write(`${JSON.stringify(diagnosis)}\n`)
    else this.#tell(diagnosis)
  }

  async #diagnose(): Promise<Diagnosis> {
    const { container } = this.app
    const gate = await container.make(StartGate)
    const probes = await container.make(Probes)
    const production = this.production ?? gate.production
    const [settings, own, health] = await Promise.all([
      gate.report(true),
      production ? null : gate.report(false),
      probes.report(),
    ])
    return { production, starts: (own ?? settings).refused.length === 0, settings, health }
  }

  /**
   * @returns false when modules cannot be loaded with these settings, which it has then reported
   */
  async #booted(): Promise<boolean> {
    try {
      await this.app.boot()
      return true
    } catch (error) {
      const problems = settingsProblems(error)
      if (problems === null) throw error
      this.logger.error(problems)
      this.exitCode = 1
      return false
    }
  }

  #tell({ production, starts, settings, health }: Diagnosis) {
    this.#tellSettings(settings)
    this.#tellHealth(health)
    const where = production ? 'Production' : 'This development installation'
    if (starts) this.logger.success(`${where} starts with these settings`)
    else this.logger.error(`${where} is not safe to start with these settings`)
  }

  #tellSettings({ sound, refused, warned, unchecked }: PreflightReport) {
    if (sound.length > 0) this.logger.log(`Sound: ${sound.join(', ')}.`)
    if (refused.length > 0) this.logger.log(`Production refuses ${refused.length} things:`)
    for (const weakness of refused) this.logger.error(weaknessText(weakness))
    for (const weakness of warned) this.logger.warning(weaknessText(weakness))
    for (const check of unchecked) this.logger.warning(uncheckedText(check))
  }

  /** What is not well does not refuse a start: a start may be what mends it. */
  #tellHealth({ checks }: HealthReport) {
    const well = checks.filter(({ ok }) => ok).map(({ name }) => name)
    if (well.length > 0) this.logger.log(`Well now: ${well.join(', ')}.`)
    for (const { name, ok, detail } of checks) {
      if (!ok) this.logger.warning(`${name} is not well now: ${detail}`)
    }
  }
}
