/** Something about the settings or the surroundings that makes it unsafe to serve. */
export interface Weakness {
  /** The setting to change, or the part that is concerned. */
  setting: string
  /** What is wrong, with the value where it is no secret. */
  wrong: string
  /** What to do about it. */
  remedy: string
  /** A refused one stops the start; a warned one is told and no more. */
  grade: 'refused' | 'warned'
}

/** One look before the service starts. */
export interface PreflightCheck {
  readonly name: string
  /** Where a refused weakness stops the start. `production` checks may ask the network. */
  readonly stage: 'everywhere' | 'production'
  /** Judges as production would, whatever runs now. @throws when it could not look */
  check(): Weakness[] | Promise<Weakness[]>
}

export function refused(setting: string, wrong: string, remedy: string): Weakness {
  return { setting, wrong, remedy, grade: 'refused' }
}

export function warned(setting: string, wrong: string, remedy: string): Weakness {
  return { setting, wrong, remedy, grade: 'warned' }
}

/** On one line. */
export function weaknessText({ setting, wrong, remedy }: Weakness): string {
  return `${setting}: ${wrong} ${remedy}`
}
