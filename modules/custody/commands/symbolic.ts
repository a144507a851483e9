import { stripVTControlCharacters } from 'node:util'
import { BaseCommand, flags } from '@adonisjs/core/ace'

const HALMOS = 'halmos==0.3.3'

export default class Symbolic extends BaseCommand {
  static override commandName = 'custody:symbolic'
  static override description =
    'Proves properties of the custody contracts for all callers and amounts at once, with halmos'

  @flags.string({ description: 'Only properties whose name begins so', default: 'check_' })
  declare function: string

  override async run() {
    const { ContractProject, ToolMissing } = await import('../proofs/contract_project.ts')
    try {
      const project = await ContractProject.create('halmos', ['--ast'], 'Symbolic.t.sol')
      try {
        const args = ['--contract', 'Symbolic', '--function', this.function]
        const { code, output } = await project.run('halmos', args)
        const lines = stripVTControlCharacters(output)
          .split('\n')
          .filter((line) => /PASS|FAIL|Counterexample|^ +p_|result:/.test(line))
        process.stdout.write(`${lines.join('\n')}\n`)
        if (code === 0) return this.logger.success('every property holds')
        this.logger.error(
          lines.length === 0 ? output : 'a property does not hold, or was not decided'
        )
        this.exitCode = 1
      } finally {
        await project.remove()
      }
    } catch (error) {
      if (!(error instanceof ToolMissing)) throw error
      this.logger.error(`${error.message}: pip install ${HALMOS} (Python 3.11 or newer)`)
      this.exitCode = 1
    }
  }
}
