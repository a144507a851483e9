import { refused, type Weakness } from '#app/preflight/weakness'

const found = new Map<string, Weakness>()

/**
 * The value of a setting. A wrong setting is reported with all other findings before a start, and
 * not in the middle of a boot: an operator who repairs one setting must not learn of the next at
 * the next start.
 *
 * @param read throws an Error that begins with the name of the setting, with a line for each when
 *   several are wrong
 * @param instead the value with which the boot goes on; nothing is served with it
 */
export function readSetting<T>(read: () => T, instead: T): T {
  try {
    return read()
  } catch (error) {
    for (const weakness of settingWeaknesses(error as Error)) {
      found.set(`${weakness.setting} ${weakness.wrong}`, weakness)
    }
    return instead
  }
}

/** Empty when every setting that was read so far was valid. */
export function brokenSettings(): Weakness[] {
  return [...found.values()]
}

/**
 * Reads settings that make sense only together.
 *
 * @throws Error with the lines of all that are wrong
 */
export function readTogether<T extends Record<string, () => unknown>>(reads: T) {
  const problems: string[] = []
  const entries = Object.entries(reads).map(([name, read]) => {
    try {
      return [name, read()]
    } catch (error) {
      problems.push((error as Error).message)
      return [name, undefined]
    }
  })
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return Object.fromEntries(entries) as { [K in keyof T]: ReturnType<T[K]> }
}

/** @param error of the form that `readSetting` expects */
export function settingWeaknesses({ message }: Error): Weakness[] {
  return message.split('\n').map((line) => {
    const [, setting = 'settings', rest = line] = /^([A-Z][A-Z_]+):? (.*)$/.exec(line) ?? []
    return refused(setting, `It ${rest.replace(/\.$/, '')}.`, 'See docs/operating.md.')
  })
}
