/** Reads JSON that is not to be trusted: a field that is not of its type is an error. */
export class Fields {
  private constructor(
    private value: Record<string, unknown>,
    private where: string
  ) {}

  static of(value: unknown, where: string): Fields {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      throw new Error(`${where} is not an object`)
    }
    return new Fields(value as Record<string, unknown>, where)
  }

  text(name: string): string {
    const value = this.value[name]
    if (typeof value === 'string') return value
    throw new Error(`${this.where}.${name} is not a text`)
  }

  textOrNull(name: string): string | null {
    return this.value[name] === null ? null : this.text(name)
  }

  /** A field that older pages lack. */
  textIfAny(name: string): string | null {
    return this.value[name] === undefined ? null : this.textOrNull(name)
  }

  count(name: string): number {
    const value = this.value[name]
    if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value
    throw new Error(`${this.where}.${name} is not a count`)
  }

  fields(name: string): Fields {
    return Fields.of(this.value[name], `${this.where}.${name}`)
  }

  fieldsOrNull(name: string): Fields | null {
    return this.value[name] === null ? null : this.fields(name)
  }

  list<Item>(name: string, read: (item: Fields) => Item): Item[] {
    const value = this.value[name]
    const where = `${this.where}.${name}`
    if (!Array.isArray(value)) throw new Error(`${where} is not a list`)
    return value.map((item, index) => read(Fields.of(item, `${where}[${index}]`)))
  }

  listOrNull<Item>(name: string, read: (item: Fields) => Item): Item[] | null {
    return this.value[name] === null ? null : this.list(name, read)
  }

  texts(name: string): string[] {
    const value = this.value[name]
    if (Array.isArray(value) && value.every((item) => typeof item === 'string')) return value
    throw new Error(`${this.where}.${name} is not a list of texts`)
  }

  /** A field whose text is JSON. */
  json(name: string): unknown {
    try {
      return JSON.parse(this.text(name)) as unknown
    } catch {
      throw new Error(`${this.where}.${name} is not JSON text`)
    }
  }
}
