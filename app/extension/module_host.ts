import type { ServiceModule } from '#app/extension/module'

type Contribution = {
  [Key in keyof ServiceModule]-?: NonNullable<ServiceModule[Key]> extends (infer Item)[]
    ? Item extends object
      ? Key
      : never
    : never
}[keyof ServiceModule]

type ItemOf<Key extends Contribution> =
  NonNullable<ServiceModule[Key]> extends (infer Item)[] ? Item : never

/** The modules of this process, in load order, and what they contribute. */
export class ModuleHost {
  #modules = new Map<string, ServiceModule>()

  /** @throws Error when the name is taken */
  add(module: ServiceModule) {
    if (this.#modules.has(module.name)) {
      throw new Error(
        `Module "${module.name}" is loaded twice; remove one of its lines in adonisrc.ts`
      )
    }
    this.#modules.set(module.name, module)
  }

  all(): ServiceModule[] {
    return [...this.#modules.values()]
  }

  /** Every contribution to one extension point, in load order. */
  contributions<Key extends Contribution>(point: Key): ItemOf<Key>[] {
    return this.all().flatMap((module) => (module[point] ?? []) as ItemOf<Key>[])
  }
}
