import { Counter, Gauge, type Metric } from 'prom-client'

/** What is told of a metric. */
interface Told {
  name: string
  help: string
}

/** An instrument of this process whose value, or values by label, are looked up at a scrape. */
interface LookedUp {
  (told: Told, read: () => number): Metric
  (told: Told & { label: string }, read: () => Record<string, number>): Metric
}

export const gaugeOf = lookedUp(Gauge)

/** A counter that the code it counts keeps as plain numbers, so that counting costs nothing there. */
export const counterOf = lookedUp(Counter as typeof Gauge)

/** @param Kind a gauge, or what can be reset and increased like one */
function lookedUp(Kind: typeof Gauge): LookedUp {
  return (
    { name, help, label }: Told & { label?: string },
    read: () => number | Record<string, number>
  ) =>
    new Kind({
      name,
      help,
      labelNames: label === undefined ? [] : [label],
      registers: [],
      collect() {
        this.reset()
        const found = read()
        if (typeof found === 'number') return this.inc({}, found)
        for (const [value, count] of Object.entries(found)) this.inc({ [label!]: value }, count)
      },
    })
}
