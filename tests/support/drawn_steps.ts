import fc from 'fast-check'

/** A step of a plan that is taken about so often, with what is drawn for it. */
export function taken<Kind extends string, Drawn extends object>(
  weight: number,
  kind: Kind,
  drawn: { [Field in keyof Drawn]: fc.Arbitrary<Drawn[Field]> }
): fc.WeightedArbitrary<Drawn & { kind: Kind }> {
  return { weight, arbitrary: fc.record(drawn).map((made) => ({ ...made, kind })) }
}
