import { BaseCommand } from '@adonisjs/core/ace'

export default class ContractsBuild extends BaseCommand {
  static commandName = 'contracts:build'
  static description = 'Compile the custody contracts and write their artifacts'

  async run() {
    const { compileContracts, writeArtifact } = await import('../compiler/compile.ts')
    const folder = this.app.makePath('modules/custody/contracts')
    for (const [name, artifact] of compileContracts(folder)) {
      writeArtifact(folder, artifact)
      this.logger.success(`${name}: ${(artifact.deployedBytecode.length - 2) / 2} bytes`)
    }
  }
}
