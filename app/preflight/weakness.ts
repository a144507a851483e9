/** A setting or a part of the surroundings that makes it unsafe to serve. */
export interface Weakness {
  /** The setting to change, or the part concerned. */
  setting: string
  /** What is wrong, with the value if it is no secret. */
  wrong: string
  /** What to do about it. */
  remedy: string
  /** `refused` stops the start; `warned` is only reported. */
  grade: 'refused' | 'warned'
}

/** One check before the service starts. */
export interface PreflightCheck {
  readonly name: string
  /** Where a `refused` finding stops the start. Checks of `production` may ask the network. */
  readonly stage: 'everywhere' | 'production'
  /**
   * Judges as production would, whatever runs now.
   *
   * @throws Error when it could not look
   */
  check(): Weakness[] | Promise<Weakness[]>
}

export function refused(setting: string, wrong: string, remedy: string): Weakness {
  return { setting, wrong, remedy, grade: 'refused' }
}

export function warned(setting: string, wrong: string, remedy: string): Weakness {
  return { setting, wrong, remedy, grade: 'warned' }
}

/** A weakness on one line. */
export function weaknessText({ setting, wrong, remedy }: Weakness): string {
  return `${setting}: ${wrong} ${remedy}`
}
