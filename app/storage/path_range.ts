/**
 * The half-open range of all paths below a prefix, under a binary collation: `/a` covers `/a/…` as
 * `['/a/', '/a0')`, since `0` is the character after `/`. LIKE would ignore case and could not use
 * the key.
 */
export function pathsBelow(prefix: string): { from: string; before: string } {
  const folder = prefix.endsWith('/') ? prefix : `${prefix}/`
  return { from: folder, before: `${folder.slice(0, -1)}0` }
}

const LAST_CODE_POINT = 0x10ffff
const FIRST_SURROGATE = 0xd800
const AFTER_SURROGATES = 0xe000

/**
 * The half-open range of all paths that begin with a text, under a binary collation: it ends before
 * the text whose last character is the next one.
 */
export function pathsStarting(text: string): { from: string; before: string } {
  const characters = [...text]
  let next = LAST_CODE_POINT + 1
  while (next > LAST_CODE_POINT) next = characters.pop()!.codePointAt(0)! + 1
  if (next >= FIRST_SURROGATE && next < AFTER_SURROGATES) next = AFTER_SURROGATES
  return { from: text, before: characters.join('') + String.fromCodePoint(next) }
}
