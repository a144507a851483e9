/**
 * Finds operations by what a module knows of them from outside. It is called on reads of a list; a
 * throw fails the read.
 */
export interface OperationFinder {
  readonly name: string
  /**
   * The operations that a transaction of a chain carries, asked for or has carried, at most
   * `LEDGER_LIMITS.listNamedOperations`. Those of other realms are left out by whoever asks.
   *
   * @param hash `0x` and 64 lower-case hexadecimal digits
   */
  withTransaction(realmId: string, hash: string): Promise<string[]>
}

declare module '#app/extension/module' {
  interface ServiceModule {
    operationFinders?: OperationFinder[]
  }
}
