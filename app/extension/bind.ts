import type { ApplicationService } from '@adonisjs/core/types'

type Container = ApplicationService['container']
type Buildable<Instance> = abstract new (...needs: never[]) => Instance

/** One class per constructor parameter, in order. */
type Needs<Parameters extends unknown[]> = {
  [Index in keyof Parameters]: Buildable<Parameters[Index]>
}

/**
 * Binds a class as one singleton per process, built from instances of what its constructor takes:
 * `bind(container, CreateLink, RealmDirectory, LinkStore)`. The compiler checks the order.
 */
export function bind<Parameters extends unknown[], Instance extends object>(
  container: Container,
  service: new (...needs: Parameters) => Instance,
  ...needs: Needs<Parameters>
) {
  const key: new (...needs: never[]) => object = service as never
  container.singleton(key, async (resolver) => {
    const instances: unknown[] = []
    for (const need of needs as Buildable<object>[]) instances.push(await resolver.make(need))
    return new service(...(instances as Parameters))
  })
}
