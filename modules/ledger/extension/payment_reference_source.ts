/**
 * Tells by which references builders and payers know payments, such as the number of an order. It is
 * called for each page of a statement; a throw fails the read.
 */
export interface PaymentReferenceSource {
  readonly name: string
  /** @returns references by id of the operation; operations without one are left out */
  ofOperations(operationIds: readonly string[]): Promise<Map<string, string>>
}

declare module '#app/extension/module' {
  interface ServiceModule {
    paymentReferences?: PaymentReferenceSource[]
  }
}
