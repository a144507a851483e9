/**
 * The half-open range of all paths below a prefix, under a binary collation: `/a` covers `/a/…`
 * as `['/a/', '/a0')`, since `0` is the character after `/`. LIKE would fold and could not use the
 * key.
 */
export function pathsBelow(prefix: string): { from: string; before: string } {
  const folder = prefix.endsWith('/') ? prefix : `${prefix}/`
  return { from: folder, before: `${folder.slice(0, -1)}0` }
}
