import type { operations } from './generated/schema.js'
import type { CallOptions } from './transport.js'

/** A name of the reference, such as `createTransfer`. */
export type OperationId = keyof operations

type Answers<Id extends OperationId> = operations[Id]['responses']
type Succeeding<All> = All[keyof All & (200 | 201 | 202)]
type Content<Response> = Response extends { content: infer Types } ? Types[keyof Types] : never
type Unwrapped<Whole> = Whole extends { success: false }
  ? never
  : Whole extends { success: true; data: infer Inner }
    ? Inner
    : Whole

type AnyKey<All> = All extends unknown ? keyof All : never
type Field<All, Name> = All extends unknown ? (Name extends keyof All ? All[Name] : never) : never

/** Answers with different fields as one: a field that not all of them have is optional. */
type Merged<All> = [All] extends [object]
  ? { [Name in keyof All]: All[Name] } & {
      [Name in Exclude<AnyKey<All>, keyof All>]?: Field<All, Name>
    }
  : All

/** What a call answers, without the envelope. */
export type Data<Id extends OperationId> = Merged<Unwrapped<Content<Succeeding<Answers<Id>>>>>

type Taken<Part> = [NonNullable<Part>] extends [never] ? unknown : NonNullable<Part>
type Body<Id extends OperationId> = operations[Id] extends {
  requestBody?: { content: infer Types }
}
  ? Types[keyof Types]
  : unknown
type Query<Id extends OperationId> = operations[Id] extends { parameters: { query?: infer Part } }
  ? Plain<Taken<Part>>
  : unknown
/** The query of an address says yes and no in words. */
type Plain<All> = { [Name in keyof All]: All[Name] | YesOrNo<All[Name]> }
type YesOrNo<Value> = [Exclude<Value, undefined | null>] extends ['true' | 'false']
  ? boolean
  : never

/** Fields of body and query. */
type Fields<Id extends OperationId> = Taken<Body<Id>> & Query<Id>

type Optional<All, Names extends PropertyKey> = Omit<All, Names> &
  Partial<Pick<All, Names & keyof All>>

/**
 * What a call takes beside the ids of its address.
 *
 * @template Bound whether the client is one of a realm, which it fills in
 * @template Named the field of the operation path, which is made from the idempotency key
 */
export type Input<
  Id extends OperationId,
  Bound extends boolean = false,
  Named extends string = never,
> = Optional<Fields<Id>, Named | (Bound extends true ? 'realmId' : never)>

/** The last parameters of a call. The input may be left out when none of its fields is required. */
export type Rest<Id extends OperationId, Bound extends boolean, Named extends string = never> =
  Record<never, never> extends Input<Id, Bound, Named>
    ? [input?: Input<Id, Bound, Named>, options?: CallOptions]
    : [input: Input<Id, Bound, Named>, options?: CallOptions]

/** An entry of a list. */
export type Item<Id extends OperationId, Name extends string> =
  Data<Id> extends Record<Name, readonly (infer Entry)[]> ? Entry : never
