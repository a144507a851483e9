import type { DescribedMetric } from '#app/observability/metrics'

const HEAD = '| Metric | Type | Labels | What it tells | Who tells it |\n|---|---|---|---|---|\n'

/** The table of docs/metrics.md; a test holds it against what the service registers. */
export function metricsTable(metrics: readonly DescribedMetric[]): string {
  return HEAD + metrics.map(rowOf).join('')
}

/** @returns the document with this table in place of the one that it has */
export function withMetricsTable(document: string, table: string): string {
  const [before] = document.split(HEAD, 1)
  return before! + table
}

function rowOf({ name, type, labels, help, shared }: DescribedMetric): string {
  const named = labels.map((label) => `\`${label}\``).join(', ') || '–'
  const teller = shared ? 'all alike' : 'each of itself'
  return `| \`${name}\` | ${type} | ${named} | ${help.replaceAll('|', '\\|')} | ${teller} |\n`
}
