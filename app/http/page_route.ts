import type { RouteDeclaration } from '#app/http/route_declaration'

/** Whether it shows people a page, and so tells them in words what is refused. */
export function isPage({ answers }: RouteDeclaration): boolean {
  return answers.some(({ contentType }) => contentType === 'text/html')
}
