import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { BaseCommand } from '@adonisjs/core/ace'
import type { SlitherReport, Triage } from '../proofs/slither_report.ts'

export default class Slither extends BaseCommand {
  static override commandName = 'custody:slither'
  static override description =
    'Runs slither on the custody contracts and fails on findings that nobody has looked at'

  override async run() {
    const { ContractProject, ToolMissing } = await import('../proofs/contract_project.ts')
    const { untriaged } = await import('../proofs/slither_report.ts')
    const kept = this.app.makePath('modules/custody/proofs/slither.json')
    const { slither, triaged } = JSON.parse(await readFile(kept, 'utf8')) as {
      slither: string
      triaged: Triage
    }
    try {
      const project = await ContractProject.create('slither', ['--build-info'], null)
      try {
        const args = ['.', '--ignore-compile', '--foundry-out-directory', 'out', '--json', 'found']
        const { output } = await project.run('slither', args)
        // Slither ends with an error when it finds anything, so only its report tells whether it ran.
        const text = await readFile(join(project.folder, 'found'), 'utf8').catch(() => {
          throw new Error(output)
        })
        this.#tell(untriaged(JSON.parse(text) as SlitherReport, triaged))
      } finally {
        await project.remove()
      }
    } catch (error) {
      if (!(error instanceof ToolMissing)) throw error
      this.logger.error(`${error.message}: pip install slither-analyzer==${slither}`)
      this.exitCode = 1
    }
  }

  #tell({ extra, gone }: { extra: string[]; gone: string[] }) {
    for (const finding of extra) this.logger.error(finding)
    for (const finding of gone) this.logger.warning(finding)
    if (extra.length === 0)
      return this.logger.success('somebody has looked at all that slither finds')
    this.logger.error(
      'Look at them, then write them into proofs/slither.json and docs/analysers.md'
    )
    this.exitCode = 1
  }
}
