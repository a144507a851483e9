import type { RouteDeclaration } from '#app/http/route_declaration'

/** Whether it shows people a page, and so tells them in words what is refused. */
export function isPage({ answers }: RouteDeclaration): boolean {
  return answers.some(({ contentType }) => contentType === 'text/html')
}

/** Whether programs call it: what a program says and nobody reads is a mistake worth telling. */
export function isForPrograms(pattern: string): boolean {
  return pattern.startsWith('/api/')
}
