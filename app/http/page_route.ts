import type { RouteDeclaration } from '#app/http/route_declaration'

/** Whether a route shows a page to people, and so explains refusals in words. */
export function isPage({ answers }: RouteDeclaration): boolean {
  return answers.some(({ contentType }) => contentType === 'text/html')
}

/** Whether programs call a route: a field that nothing reads is then a mistake to report. */
export function isForPrograms(pattern: string): boolean {
  return pattern.startsWith('/api/')
}
