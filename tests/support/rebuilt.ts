import app from '@adonisjs/core/services/app'

type Class = new (...needs: never[]) => object

/**
 * A process builds a controller once, from the services of that moment. Until this is put back, each
 * request gets one that is built anew, and so takes the services that a test has swapped.
 *
 * @returns puts everything back
 */
export function rebuilt(...controllers: Class[]): () => void {
  const { container } = app
  for (const controller of controllers) {
    const needs: Class[] = Reflect.getMetadata('design:paramtypes', controller) ?? []
    container.swap(controller, async (resolver) => {
      const services = await Promise.all(needs.map((need) => resolver.make(need)))
      return new controller(...(services as never[]))
    })
  }
  return () => container.restoreAll(controllers)
}
