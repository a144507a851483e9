const WIDTH = 58

/** One line of the result. */
export function print(what: string, figure: string) {
  process.stdout.write(`${what.padEnd(WIDTH)} ${figure}\n`)
}

/** A heading between sections. */
export function heading(text: string) {
  process.stdout.write(`\n${text}\n`)
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!
}

/** A ratio with the budget it must keep. */
export function budget(value: number, limit: string): string {
  return `${value.toFixed(2)} (budget ${limit})`
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
