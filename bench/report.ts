const WIDTH = 58

/** One line of the result. */
export function print(what: string, figure: string) {
  process.stdout.write(`${what.padEnd(WIDTH)} ${figure}\n`)
}

/** A heading between sections. */
export function heading(text: string) {
  process.stdout.write(`\n${text}\n`)
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

export function percentile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]!
}

/** The median of rounds, and between which figures they lay. */
export function spread(values: readonly number[], digits = 0): string {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return `${median(values).toFixed(digits)} (${low.toFixed(digits)}–${high.toFixed(digits)})`
}

/** A ratio, or that of each round, with the budget it must keep. */
export function budget(value: number | readonly number[], limit: string): string {
  const figure = typeof value === 'number' ? value.toFixed(2) : spread(value, 2)
  return `${figure}, budget ${limit}`
}

/** Rewrites one line on a terminal, prints a line now and then elsewhere. */
export function progress(what: string) {
  let shownAt = 0
  return (done: number, total: number) => {
    const now = performance.now()
    if (done < total && now - shownAt < (process.stdout.isTTY ? 200 : 10_000)) return
    shownAt = now
    const text = `${what}: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`
    process.stdout.write(
      process.stdout.isTTY ? `\r${text}${done >= total ? '\n' : ''}` : `${text}\n`
    )
  }
}
