/** One request that the client can make. */
export interface Route {
  method: string
  /** With the ids of the address in braces. */
  path: string
  /** Whether its input goes into the body. */
  body?: true
  /** Whether the body is a form with a file. */
  form?: true
  /** Fields of the input that go into the query although there is a body. */
  query?: readonly string[]
  /** Whether it takes a `realmId`. */
  realm?: true
  /** Whether it takes an `Idempotency-Key`. */
  keyed?: true
  /** The field that names its operation. */
  operationPath?: string
  /** The field of the answer that holds a page of a list. */
  list?: string
}
