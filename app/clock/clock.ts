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

export class SystemClock extends Clock {
  nowMicros(): Micros {
    return Math.round((performance.timeOrigin + performance.now()) * 1000)
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
