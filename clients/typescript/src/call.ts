/** An answer with what stands around its data. */
export interface Answer<Data> {
  data: Data
  status: number
  headers: Headers
  /** `X-Request-Id`: names the request in the logs of the service. */
  requestId: string | null
  /** Whether it is the answer to an equal request from before; nothing was done again. */
  replayed: boolean
  /** What the caller should know of a request that was done. */
  notices: { code: string; message: string }[]
}

/** A request on its way: awaited, it is the data of the answer. */
export class Call<Data> implements Promise<Data> {
  readonly [Symbol.toStringTag] = 'Call'
  readonly #answer: Promise<Answer<Data>>

  constructor(answer: Promise<Answer<Data>>) {
    this.#answer = answer
  }

  /** The data with status, headers, notices, and whether it is a replay. */
  answer(): Promise<Answer<Data>> {
    return this.#answer
  }

  then<Done = Data, Failed = never>(
    done?: ((data: Data) => Done | PromiseLike<Done>) | null,
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null
  ): Promise<Done | Failed> {
    return this.#answer.then(({ data }) => data).then(done, failed)
  }

  catch<Failed = never>(
    failed?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null
  ): Promise<Data | Failed> {
    return this.then(null, failed)
  }

  finally(after?: (() => void) | null): Promise<Data> {
    return this.then().finally(after)
  }
}

/** A page of a list. */
export interface Page {
  nextCursor: string | null
}

/**
 * A request for a list: awaited, it is one page; iterated, all entries of all pages, each page asked
 * for when the one before is used up.
 */
export class ListCall<Data extends Page, Item> extends Call<Data> implements AsyncIterable<Item> {
  readonly #itemsOf: (page: Data) => readonly Item[]
  readonly #after: (cursor: string) => Promise<Data>

  /**
   * @param itemsOf the entries of a page
   * @param after asks for the page that a cursor stands for
   */
  constructor(
    first: Promise<Answer<Data>>,
    itemsOf: (page: Data) => readonly Item[],
    after: (cursor: string) => Promise<Data>
  ) {
    super(first)
    this.#itemsOf = itemsOf
    this.#after = after
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let page: Data = await this
    for (;;) {
      yield* this.#itemsOf(page)
      if (page.nextCursor === null) return
      page = await this.#after(page.nextCursor)
    }
  }

  /** All entries, or the first `most` of them. */
  async all(most = Infinity): Promise<Item[]> {
    const items: Item[] = []
    if (most <= 0) return items
    for await (const item of this) {
      items.push(item)
      if (items.length >= most) break
    }
    return items
  }
}
