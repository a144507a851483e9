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

/** Past this the fine clock is set again by the wall clock. */
const DRIFT_MS = 5

/**
 * The wall clock with the digits below a millisecond. The fine clock alone would stay behind for
 * ever after a sleep of the machine or a step of its time.
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

/** A clock that moves only when told to. */
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
