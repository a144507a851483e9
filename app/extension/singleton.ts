import 'reflect-metadata'
import type { ApplicationService } from '@adonisjs/core/types'

type Container = ApplicationService['container']
type Service = new (...needs: never[]) => object

const needsOf = new Map<Service, Service[]>()
let home: Container | null = null

/**
 * Marks a service that a process has once. The container builds it when it is first asked for, from
 * the classes that its constructor names; a parameter with a default keeps its default.
 *
 * @throws Error when the file is loaded and a parameter is no class
 */
export function singleton() {
  return (service: Service) => {
    needsOf.set(service, parameterClasses(service))
    if (home) register(home, service)
  }
}

/** Registers every singleton in this container, also those whose files are loaded later. */
export function keepSingletonsIn(container: Container) {
  home = container
  addSingletons(container)
}

/** Lets a container make the singletons whose files are loaded by now, except those that it binds itself. */
export function addSingletons(container: Container) {
  for (const service of needsOf.keys()) register(container, service)
}

function register(container: Container, service: Service) {
  if (container.hasBinding(service)) return
  container.singleton(service, async (resolver) => {
    const instances: object[] = []
    for (const need of needsOf.get(service) ?? []) {
      // The container would build an unregistered class anew for every service that needs it.
      if (!container.hasBinding(need)) {
        throw new Error(
          `${service.name} needs ${need.name}, which nobody binds: mark it with @singleton() or bind it in a provider`
        )
      }
      instances.push(await resolver.make(need))
    }
    const instance = new service(...(instances as never[]))
    // The container gives a value back as it is; for a binding it awaits a resolver each time, and each request asks for six.
    container.bindValue(service, instance)
    return instance
  })
}

function parameterClasses(service: Service): Service[] {
  const owner = constructorOwner(service)
  const types: unknown[] = Reflect.getOwnMetadata('design:paramtypes', owner) ?? []
  return Array.from({ length: owner.length }, (_, index) => {
    const type = types[index]
    // Interfaces, unions and type-only imports are all emitted as `Object`.
    if (typeof type === 'function' && /^class\b/.test(String(type))) return type as Service
    throw new Error(
      `Parameter ${index + 1} of ${service.name} must be a class that is imported as a value, so that the container can provide it`
    )
  })
}

/** A class without a constructor is built by that of its nearest parent that has one. */
function constructorOwner(service: Service): Service {
  for (let owner = service; owner !== Function.prototype; owner = Object.getPrototypeOf(owner)) {
    if (Reflect.hasOwnMetadata('design:paramtypes', owner)) return owner
  }
  return service
}
