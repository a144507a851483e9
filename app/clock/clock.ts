/**
 * Microseconds since the Unix epoch. A plain number holds them exactly until the year 2255
 * (Number.MAX_SAFE_INTEGER is 9.007e15).
 */
export type Micros = number

/** The only source of time in the service, so that tests can run it virtually. */
export abstract class Clock {
  abstract nowMicros(): Micros

  nowMs(): number {
    return Math.floor(this.nowMicros() / 1000)
  }
}

/** When both clocks differ by more than this, the fine clock is set by the wall clock again. */
const DRIFT_MS = 5

/**
 * The wall clock, with digits below a millisecond from the fine clock. The fine clock alone would
 * stay behind for ever after the machine slept or its time was changed.
 */
export class SystemClock extends Clock {
  #offsetMs = 0

  nowMicros(): Micros {
    const fineMs = performance.timeOrigin + performance.now()
    const wallMs = Date.now()
    if (Math.abs(fineMs + this.#offsetMs - wallMs) > DRIFT_MS) this.#offsetMs = wallMs - fineMs
    return Math.round((fineMs + this.#offsetMs) * 1000)
  }
}

/** A clock that moves only when a test moves it. */
export class ManualClock extends Clock {
  constructor(private micros: Micros = Date.UTC(2026, 0, 1) * 1000) {
    super()
  }

  nowMicros(): Micros {
    return this.micros
  }

  advanceMs(ms: number) {
    this.micros += ms * 1000
  }

  setMicros(micros: Micros) {
    this.micros = micros
  }
}
