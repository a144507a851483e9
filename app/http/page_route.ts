import type { RouteDeclaration } from '#app/http/route_declaration'

/**
 * Whether a route shows a page to people, and so explains refusals in words. One that also answers
 * programs, and has a page as another form of that, is theirs.
 */
export function isPage({ answers }: RouteDeclaration): boolean {
  const forPrograms = answers.some(
    ({ status, contentType }) => status === 200 && contentType === undefined
  )
  return !forPrograms && answers.some(({ contentType }) => contentType === 'text/html')
}

/** Whether programs call a route: a field that nothing reads is then a mistake to report. */
export function isForPrograms(pattern: string): boolean {
  return pattern.startsWith('/api/')
}
