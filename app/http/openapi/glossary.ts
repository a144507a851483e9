/** The meaning of a field, and an example value. */
export type Word = string | readonly [means: string, example: unknown]

/**
 * The meanings of the fields of requests and answers, by name. `amount` applies to every field of
 * that name; `Order.size` only in the schema named `Order`, and `createTransfer.path` only in that
 * operation.
 */
export type Glossary = Record<string, Word>

/** The words of the host and of every module: each name has one meaning. */
export class Words {
  #words = new Map<string, Word>()

  /** @throws Error when a word is explained twice: one of the two has to name its owner */
  add(glossary: Glossary) {
    for (const [name, word] of Object.entries(glossary)) {
      if (this.#words.has(name)) {
        throw new Error(
          `The field "${name}" is explained twice; write "<schema or operation>.${name}" for one of them`
        )
      }
      this.#words.set(name, word)
    }
  }

  meaning(owner: string, name: string): string | undefined {
    const word = this.#of(owner, name)
    return typeof word === 'string' ? word : word?.[0]
  }

  example(owner: string, name: string): unknown {
    const word = this.#of(owner, name)
    const example = typeof word === 'string' ? undefined : word?.[1]
    // An operation's path is used once, so each operation shows one of its own.
    return typeof example === 'string' ? example.replace('{operationId}', owner) : example
  }

  #of(owner: string, name: string): Word | undefined {
    return this.#words.get(`${owner}.${name}`) ?? this.#words.get(name)
  }
}

/** Gives the fields of one schema or operation, or of several, their own words. */
export function of(owners: string | readonly string[], glossary: Glossary): Glossary {
  return Object.fromEntries(
    [owners]
      .flat()
      .flatMap((owner) =>
        Object.entries(glossary).map(([name, word]) => [`${owner}.${name}`, word] as const)
      )
  )
}
