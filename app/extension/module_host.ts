import type { ServiceModule } from '#app/extension/module'
import { singleton } from '#app/extension/singleton'

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
@singleton()
export class ModuleHost {
  #modules = new Map<string, ServiceModule>()
  /** Lists by extension point, kept because every transfer of a bulk asks for the same ones. */
  #contributed = new Map<Contribution, object[]>()

  /** @throws Error when the name is taken */
  add(module: ServiceModule) {
    if (this.#modules.has(module.name)) {
      throw new Error(
        `Module "${module.name}" is loaded twice; remove one of its lines in adonisrc.ts`
      )
    }
    this.#modules.set(module.name, module)
    this.#contributed.clear()
  }

  all(): ServiceModule[] {
    return [...this.#modules.values()]
  }

  /** Every contribution to one extension point, in load order. */
  contributions<Key extends Contribution>(point: Key): readonly ItemOf<Key>[] {
    const known = this.#contributed.get(point)
    if (known) return known as ItemOf<Key>[]
    const found = this.all().flatMap((module) => (module[point] ?? []) as ItemOf<Key>[])
    this.#contributed.set(point, found as object[])
    return found
  }
}
