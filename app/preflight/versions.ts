/**
 * Whether a version is one or newer. What follows the numbers, such as `-MariaDB`, does not count.
 *
 * @param version `10.11.6-MariaDB-0+deb12u1`
 * @param least `10.6`
 */
export function isAtLeast(version: string, least: string): boolean {
  const own = numbersOf(version)
  for (const [index, needed] of numbersOf(least).entries()) {
    const has = own[index] ?? 0
    if (has !== needed) return has > needed
  }
  return true
}

function numbersOf(version: string): number[] {
  return (/^[\d.]+/.exec(version)?.[0] ?? '').split('.').map(Number)
}
