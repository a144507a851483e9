import { Counter, Gauge, type Metric } from 'prom-client'

/** What is told of a metric. */
interface Told {
  name: string
  help: string
}

/** Values by label, or one value. */
type Read = () => number | Record<string, number>

/** A gauge of this process whose value is looked up when it is scraped. */
export function gaugeOf(told: Told, read: () => number): Metric
export function gaugeOf(told: Told & { label: string }, read: () => Record<string, number>): Metric
export function gaugeOf({ name, help, label }: Told & { label?: string }, read: Read): Metric {
  return new Gauge({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [],
    collect() {
      this.reset()
      eachOf(label, read(), (labels, value) => this.set(labels, value))
    },
  })
}

/** A counter that the code it counts keeps as plain numbers, so that counting costs nothing there. */
export function counterOf(told: Told, read: () => number): Metric
export function counterOf(
  told: Told & { label: string },
  read: () => Record<string, number>
): Metric
export function counterOf({ name, help, label }: Told & { label?: string }, read: Read): Metric {
  return new Counter({
    name,
    help,
    labelNames: label === undefined ? [] : [label],
    registers: [],
    collect() {
      this.reset()
      eachOf(label, read(), (labels, value) => this.inc(labels, value))
    },
  })
}

function eachOf(
  label: string | undefined,
  found: number | Record<string, number>,
  tell: (labels: Record<string, string>, value: number) => void
) {
  if (typeof found === 'number') return tell({}, found)
  for (const [value, count] of Object.entries(found)) tell({ [label!]: value }, count)
}
