import { writeFile } from 'node:fs/promises'
import { BaseCommand } from '@adonisjs/core/ace'

export default class ContractsBuild extends BaseCommand {
  static commandName = 'contracts:build'
  static description = 'Compile the custody contracts and write their artifacts'

  async run() {
    const { artifactFile, artifactText, compileContracts } = await import('../compiler/compile.ts')
    const folder = this.app.makePath('modules/custody/contracts')
    for (const [name, artifact] of compileContracts(folder)) {
      await writeFile(artifactFile(folder, name), artifactText(artifact))
      this.logger.success(`${name}: ${(artifact.deployedBytecode.length - 2) / 2} bytes`)
    }
  }
}
