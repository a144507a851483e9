/** How many are drawn at once. */
const DRAWN = 1024

/**
 * Random numbers of 32 bits for `uuidv7`, whose own source asks the system for each eight of them: that took
 * longer than the rest of an id.
 */
export function randomNumbers(): { nextUint32(): number } {
  const drawn = new Uint32Array(DRAWN)
  let next = DRAWN
  return {
    nextUint32() {
      if (next === DRAWN) {
        crypto.getRandomValues(drawn)
        next = 0
      }
      return drawn[next++]!
    },
  }
}
