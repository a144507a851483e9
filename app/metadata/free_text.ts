const LONE_SURROGATE = /\p{Surrogate}/u
const CONTROLS = /[^\P{Cc}\t\n\r]/u

/**
 * Why callers cannot keep a text with what they make, or null when they can. A lone surrogate would
 * not be the same text any more once it was stored. Control characters move the cursor of a terminal
 * that shows a log, and end a field of many a program that a file is exported to.
 */
export function freeTextProblem(text: string): string | null {
  if (LONE_SURROGATE.test(text)) return 'must be valid Unicode'
  if (!CONTROLS.test(text)) return null
  return 'must not contain control characters other than tabs and line breaks'
}
