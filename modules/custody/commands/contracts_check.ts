import { BaseCommand } from '@adonisjs/core/ace'

export default class ContractsCheck extends BaseCommand {
  static commandName = 'contracts:check'
  static description = 'Recompile the custody contracts and fail when a committed artifact is stale'

  async run() {
    const { compileContracts, staleArtifacts } = await import('../compiler/compile.ts')
    const folder = this.app.makePath('modules/custody/contracts')
    const stale = staleArtifacts(folder, compileContracts(folder))
    for (const name of stale) this.logger.error(`STALE ${name}: run "node ace contracts:build"`)
    if (stale.length > 0) this.exitCode = 1
    else this.logger.success('the artifacts follow from the sources')
  }
}
