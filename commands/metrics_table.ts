import { readFile, writeFile } from 'node:fs/promises'
import { BaseCommand } from '@adonisjs/core/ace'
import { Metrics } from '#app/observability/metrics'
import { metricsTable, withMetricsTable } from '#app/observability/metrics_table'

/** Writes the table of docs/metrics.md; whoever adds a metric runs it. */
export default class MetricsTable extends BaseCommand {
  static override commandName = 'metrics:table'
  static override description = 'Write the table of all metrics into docs/metrics.md'

  override async run() {
    // The modules have to be loaded, but nothing has to run.
    await this.app.boot()
    const metrics = await this.app.container.make(Metrics)
    const file = this.app.makePath('docs/metrics.md')
    const document = await readFile(file, 'utf8')
    await writeFile(file, withMetricsTable(document, metricsTable(metrics.described())))
    this.logger.action('update docs/metrics.md').succeeded()
  }
}
