import { BaseCommand, flags } from '@adonisjs/core/ace'
import { uncheckedText, type PreflightReport } from '#app/preflight/preflight'
import { settingsProblems } from '#app/preflight/settings_problems'
import { StartGate } from '#app/preflight/start_gate'
import { weaknessText } from '#app/preflight/weakness'

/** Reports what would stop a start, without starting anything. */
export default class Doctor extends BaseCommand {
  static override commandName = 'doctor'
  static override description =
    'Tell all that production refuses to start with; exits with 1 when this start would be refused'

  @flags.boolean({ description: 'Judge these settings as production would' })
  declare production?: boolean

  override async run() {
    // The modules have to be loaded, but nothing has to run.
    if (!(await this.#booted())) return
    const gate = await this.app.container.make(StartGate)
    const production = this.production ?? gate.production
    const [own, strict] = await Promise.all([gate.report(production), gate.report(true)])
    this.#tell(strict)
    const sound = own.refused.length === 0
    this.exitCode = sound ? 0 : 1
    const where = production ? 'Production' : 'This development installation'
    if (sound) this.logger.success(`${where} starts with these settings`)
    else this.logger.error(`${where} is not safe to start with these settings`)
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

  #tell({ refused, warned, unchecked }: PreflightReport) {
    if (refused.length > 0) this.logger.log(`Production refuses ${refused.length} things:`)
    for (const weakness of refused) this.logger.error(weaknessText(weakness))
    for (const weakness of warned) this.logger.warning(weaknessText(weakness))
    for (const check of unchecked) this.logger.warning(uncheckedText(check))
  }
}
