import app from '@adonisjs/core/services/app'
import { Metrics } from '#app/observability/metrics'
import { eventually } from '#tests/support/client'
import { writeRows } from '#tests/support/rows'

/** What a scrape tells that reads every shared metric anew. */
export async function scrape(): Promise<string> {
  await writeRows`DELETE FROM metric_readings`
  return (await app.container.make(Metrics)).text()
}

/**
 * A scrape in which every pattern is found: a source that has no time on a busy machine is left out
 * of one, and a value may still be on its way.
 */
export function scrapeWith(...patterns: RegExp[]): Promise<string> {
  return eventually(`a scrape with ${patterns.join(' and ')}`, async () => {
    const text = await scrape()
    return patterns.every((pattern) => pattern.test(text)) ? text : null
  })
}
