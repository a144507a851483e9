/** A name with two neighbouring letters exchanged, as a typist does it. */
export function misspelt(path: string): string {
  const steps = path.split('.')
  const name = steps.pop()!
  for (let at = Math.floor(name.length / 2); at >= 1; at--) {
    if (name[at] === name[at - 1]) continue
    const wrong = name.slice(0, at - 1) + name[at]! + name[at - 1]! + name.slice(at + 1)
    return [...steps, wrong].join('.')
  }
  throw new Error(`${name} has no two letters that could be swapped`)
}
