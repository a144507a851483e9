import type { PolicyStatement } from '#app/extension/principal'
import { singleton } from '#app/extension/singleton'
import { invalid, invalidField } from '#app/http/errors/service_error'
import { AUTH_LIMITS } from '../limits.ts'
import { normalStatements, scopeProblems, type StatementInput } from '../core/scope.ts'
import { ActionRegistry } from './action_registry.ts'

/** Turns the scope that a caller wrote into statements. */
@singleton()
export class ReadScope {
  constructor(private registry: ActionRegistry) {}

  /**
   * @param field the name of the scope in the request
   * @throws ServiceError VALIDATION_ERROR naming each unknown action and malformed resource
   */
  run(statements: readonly StatementInput[], field = 'scope'): PolicyStatement[] {
    const { catalog } = this.registry
    const problems = scopeProblems(statements, catalog)
    if (problems.length > 0) {
      throw invalid(problems.map((problem) => ({ ...problem, field: `${field}.${problem.field}` })))
    }
    const normal = normalStatements(statements, catalog)
    if (Buffer.byteLength(JSON.stringify(normal)) > AUTH_LIMITS.scopeBytes) {
      throw invalidField(field, 'maxLength', `The ${field} is too long.`)
    }
    return normal
  }
}
