import type { PolicyConditions, PolicyStatement } from '#app/extension/principal'
import type { ActionCatalog } from './action_catalog.ts'
import { conditionProblems, normalConditions, type ConditionProblem } from './policy_conditions.ts'
import { patternProblem } from './resource_pattern.ts'

/** A statement as its author writes it. */
export interface StatementInput {
  effect?: 'Allow' | 'Deny'
  /** Actions and aliases. */
  actions: string[]
  resources: string[]
  conditions?: PolicyConditions
}

export interface ScopeProblem {
  /** The place in the scope, for example `statements.0.actions.2`. */
  field: string
  rule: 'action' | 'resource' | ConditionProblem['rule']
  message: string
}

/** Everything wrong with a scope, in the order in which it is written. */
export function scopeProblems(
  statements: readonly StatementInput[],
  catalog: ActionCatalog
): ScopeProblem[] {
  return statements.flatMap(({ effect = 'Allow', actions, resources, conditions }, index) => {
    const unknown = actions.map((action, at): ScopeProblem | null =>
      catalog.knows(action)
        ? null
        : {
            field: `statements.${index}.actions.${at}`,
            rule: 'action',
            message: `"${action}" is no action; GET /api/v1/permissions lists them.`,
          }
    )
    const malformed = resources.map((resource, at): ScopeProblem | null => {
      const problem = patternProblem(resource)
      const field = `statements.${index}.resources.${at}`
      return problem === null
        ? null
        : { field, rule: 'resource', message: `The resource ${problem}.` }
    })
    const unfit = conditions ? conditionProblems(effect, conditions) : []
    const at = `statements.${index}.conditions`
    const conditional = unfit.map((each) => ({
      ...each,
      field: each.field === '' ? at : `${at}.${each.field}`,
    }))
    return [...unknown, ...malformed, ...conditional].filter((problem) => problem !== null)
  })
}

/** Statements as they are stored: with an effect, with aliases expanded, without repetitions. */
export function normalStatements(
  statements: readonly StatementInput[],
  catalog: ActionCatalog
): PolicyStatement[] {
  return statements.map(({ effect = 'Allow', actions, resources, conditions }) => ({
    effect,
    actions: catalog.expand(actions),
    resources: [...new Set(resources)],
    ...(conditions && { conditions: normalConditions(conditions) }),
  }))
}
