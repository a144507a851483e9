/** What one collection remembers at most: the first, which the fuzzer has furnished, and the newest. */
const REMEMBERED = 40

/**
 * What answers have told so far, so that later requests name things that exist: ids by collection
 * (`objects`, `orders`, `realms`), paths by what stands there.
 */
export class Memory {
  #kinds = new Map<string, string[]>()

  /** Values of a kind, oldest first. */
  of(kind: string): readonly string[] {
    return this.#kinds.get(kind) ?? []
  }

  add(kind: string, value: string) {
    const values = [...this.of(kind)]
    if (values.includes(value)) return
    values.push(value)
    if (values.length > REMEMBERED) values.splice(1, 1)
    this.#kinds.set(kind, values)
  }

  /** Reads what an answer names, however deep it stands: `{ order: { id } }`, `{ orders: [{ id }] }`. */
  learn(answer: unknown, collection = '') {
    if (Array.isArray(answer)) {
      for (const item of answer) this.learn(item, collection)
      return
    }
    if (typeof answer !== 'object' || answer === null) return
    const record = answer as Record<string, unknown>
    if (typeof record.id === 'string' && collection) this.add(collection, record.id)
    if (collection === 'objects') this.#learnObject(record)
    // The operation that has placed a hold is the hold.
    if (collection === 'operations' && record.type === 'hold') this.add('holds', String(record.id))
    for (const [name, value] of Object.entries(record)) {
      if (name === 'path' && typeof value === 'string' && collection === 'operations') {
        this.add('operation paths', value)
      }
      this.learn(value, collectionOf(name))
    }
  }

  #learnObject({ id, path, type }: Record<string, unknown>) {
    if (typeof path === 'string') this.add('object paths', path)
    if (type === 'exchange' && typeof id === 'string') this.add('exchange', id)
  }
}

/**
 * `paymentLink`, `payment-links` and `paymentLinkId` are all about `paymentlinks`, `deliveryId` is
 * about `deliveries`.
 */
export function collectionOf(name: string): string {
  const bare = name.replace(/Id$/, '').replace(/\W/g, '').toLowerCase()
  if (bare.endsWith('s') || bare === 'data') return bare
  return bare.endsWith('y') ? `${bare.slice(0, -1)}ies` : `${bare}s`
}
