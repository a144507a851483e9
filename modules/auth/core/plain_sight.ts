import { toRfc3339 } from '#app/clock/timestamp'
import type { Micros } from '#app/clock/clock'

/**
 * Makes invisible characters visible. The program that asks chooses names and paths; characters
 * that turn the direction of writing around, or cannot be seen, could make one path look like
 * another to the person who decides.
 */
export function plainSight(text: string): string {
  return text.replace(
    /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g,
    (character) => `\\u{${character.charCodeAt(0).toString(16)}}`
  )
}

/** A moment for people, and for the `datetime` of a page. */
export function shownTime(at: Micros) {
  const machine = toRfc3339(at)
  return { machine, human: `${machine.slice(0, 19).replace('T', ' ')} UTC` }
}
