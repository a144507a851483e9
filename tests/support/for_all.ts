import fc from 'fast-check'

type Drawn<Values extends [unknown, ...unknown[]]> = {
  [Index in keyof Values]: fc.Arbitrary<Values[Index]>
}
type Holds<Values extends [unknown, ...unknown[]], Answer> = (...values: Values) => Answer
type Terms = fc.Parameters<unknown>

/** Tries a property with drawn values. A failure prints its seed and the smallest values that break it. */
export function forAll<Values extends [unknown, ...unknown[]]>(
  drawn: Drawn<Values>,
  ...rest: [Holds<Values, boolean | void>] | [Terms, Holds<Values, boolean | void>]
): void {
  const [terms, holds] = rest.length === 1 ? [{}, rest[0]] : rest
  fc.assert(
    fc.property<Values>(...([...drawn, holds] as Parameters<typeof fc.property<Values>>)),
    terms
  )
}

/** The same for a property that has to wait. */
export async function forAllAsync<Values extends [unknown, ...unknown[]]>(
  drawn: Drawn<Values>,
  ...rest:
    [Holds<Values, Promise<boolean | void>>] | [Terms, Holds<Values, Promise<boolean | void>>]
): Promise<void> {
  const [terms, holds] = rest.length === 1 ? [{}, rest[0]] : rest
  const property = fc.asyncProperty<Values>(
    ...([...drawn, holds] as Parameters<typeof fc.asyncProperty<Values>>)
  )
  await fc.assert(property, terms)
}
