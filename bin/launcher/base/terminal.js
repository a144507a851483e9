// @ts-check
import { InterruptedError } from './errors.js'

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
const FRAME_MS = 100
/**
 * Without a terminal a step reports that it is still running after this time, and then again and
 * again.
 */
const ALIVE_MS = 10_000
const LABEL_WIDTH = 16

/**
 * @typedef {{ note(detail: string): void, fail(detail: string): void }} Step
 * `note` says what is going on or came out; `fail` also marks the step as failed without an exception
 */

/** @param {NodeJS.WriteStream} stream */
function paletteFor(stream) {
  const colored = stream.isTTY && !process.env.NO_COLOR && process.env.TERM !== 'dumb'
  /** @param {number} code */
  const paint = (code) => (/** @type {string} */ text) =>
    colored ? `\u001b[${code}m${text}\u001b[0m` : text
  return { bold: paint(1), dim: paint(2), red: paint(31), green: paint(32), cyan: paint(36) }
}

/** @param {number} sinceMs */
function elapsed(sinceMs) {
  return `${((Date.now() - sinceMs) / 1000).toFixed(1)} s`
}

/** Progress lines: a spinner on a terminal, plain lines elsewhere. */
export class Terminal {
  /** @type {Set<{ label: string, detail: string, startedAt: number, saidAt: number }>} */
  #active = new Set()
  /** @type {NodeJS.Timeout | undefined} */
  #timer
  #frame = 0
  #spinnerShown = false

  /** @param {NodeJS.WriteStream} stream */
  constructor(stream = process.stdout) {
    this.stream = stream
    this.paint = paletteFor(stream)
    // A closed pipe (`npm start | head`) must not kill the services.
    stream.on('error', () => {})
  }

  /** @param {string} [line] */
  print(line = '') {
    this.#clearSpinner()
    this.stream.write(`${line}\n`)
    this.#drawSpinner()
  }

  /**
   * @template T
   * @param {string} label
   * @param {(step: Step) => Promise<T>} body
   * @returns {Promise<T>}
   */
  async step(label, body) {
    const now = Date.now()
    const entry = { label, detail: '', startedAt: now, saidAt: now }
    this.#active.add(entry)
    this.#timer ??= setInterval(() => this.#tick(), FRAME_MS)
    const note = (/** @type {string} */ detail) => {
      entry.detail = detail
    }
    let mark = this.paint.green('✔')
    const fail = (/** @type {string} */ detail) => {
      note(detail)
      mark = this.paint.red('✖')
    }
    try {
      return await body({ note, fail })
    } catch (error) {
      mark = error instanceof InterruptedError ? this.paint.dim('–') : this.paint.red('✖')
      throw error
    } finally {
      this.#active.delete(entry)
      if (this.#active.size === 0) {
        clearInterval(this.#timer)
        this.#timer = undefined
      }
      const time = this.paint.dim(elapsed(entry.startedAt).padStart(7))
      this.print(
        `  ${mark} ${label.padEnd(LABEL_WIDTH)} ${time}  ${this.paint.dim(entry.detail)}`.trimEnd()
      )
    }
  }

  #tick() {
    this.#frame += 1
    if (this.stream.isTTY) {
      this.#clearSpinner()
      this.#drawSpinner()
      return
    }
    for (const entry of this.#active) {
      if (Date.now() - entry.saidAt < ALIVE_MS) continue
      entry.saidAt = Date.now()
      const detail = entry.detail ? `: ${entry.detail}` : ''
      this.stream.write(`  … ${entry.label} still at work, ${elapsed(entry.startedAt)}${detail}\n`)
    }
  }

  #drawSpinner() {
    if (!this.stream.isTTY || this.#active.size === 0) return
    const [oldest] = this.#active
    if (!oldest) return
    const frame = FRAMES[this.#frame % FRAMES.length]
    const names = [...this.#active].map((entry) => entry.label).join(', ')
    const detail = oldest.detail ? `  ${oldest.detail}` : ''
    const line = `  ${frame} ${names}  ${elapsed(oldest.startedAt)}${detail}`
    this.stream.write(line.slice(0, Math.max(20, (this.stream.columns ?? 80) - 1)))
    this.#spinnerShown = true
  }

  #clearSpinner() {
    if (!this.#spinnerShown) return
    this.stream.write('\r\u001b[2K')
    this.#spinnerShown = false
  }
}
