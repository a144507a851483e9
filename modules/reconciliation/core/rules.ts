/** What a line and a change of the books have to share. */
export const RULE_KINDS = ['reference', 'text', 'amount'] as const
export type RuleKind = (typeof RULE_KINDS)[number]

export interface MatchRule {
  /**
   * `reference`: a reference of the line is one of the books. `text`: a word of the line's text is.
   * `amount`: the amounts are equal.
   */
  by: RuleKind
  /** How many days their dates may lie apart. */
  days: number
}

/** What names a movement comes before what merely looks like it. */
export const DEFAULT_RULES: readonly MatchRule[] = [
  { by: 'reference', days: 31 },
  { by: 'text', days: 31 },
  { by: 'amount', days: 0 },
  { by: 'amount', days: 3 },
]
