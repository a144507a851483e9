import type { JsonSchema } from '#app/http/route_declaration'

/**
 * An outcome whose type no module has declared; the part that is named like the type is the
 * operation's context.
 */
export type Told = { status: string } & Record<string, unknown>

/**
 * The outcome of an operation, by its type. A module that brings a type declares here what its
 * operations tell, and names the type in `operationTypes`.
 */
export interface OperationOutcomes {}

export type OperationType = keyof OperationOutcomes

/**
 * What a leg of the journal is for. `moved` is value that came from elsewhere or went there; a
 * `result` was earned, lost or charged. A module adds its leg kinds here, and in `legKinds`.
 */
export interface LegKinds {}

export type LegKind = keyof LegKinds

/** What the API document says of the operations of one type. */
export interface OperationSchemas {
  outcome: JsonSchema
  /** The part of their context that is named like the type; left out where they have none. */
  context?: JsonSchema
}

/** The words that a module contributes. */
export interface ModuleWords {
  name: string
  operationTypes?: readonly OperationType[]
  /** Of its own types, and of what it composes under a type of another module. */
  operationSchemas?: Partial<Record<OperationType, OperationSchemas>>
  legKinds?: Partial<LegKinds>
  objectKinds?: readonly { types: readonly string[] }[]
}

/** Characters of the column that stores each kind of word. */
const COLUMN = { operationTypes: 20, legKinds: 24, objectTypes: 16 } as const
const TITLE = {
  operationTypes: 'Operation type',
  legKinds: 'Leg kind',
  objectTypes: 'Object type',
} as const

type List = keyof typeof COLUMN

const TYPE_MEANS = 'The type of the operation.'
const ANY_FIELDS: JsonSchema = { type: 'object', additionalProperties: true }

/**
 * The words of this process. The lists are empty before the modules are loaded, and complete before
 * any route is mounted, so that code that keeps a list sees every word.
 */
export class Vocabulary {
  readonly operationTypes: OperationType[] = []
  readonly legKinds: LegKind[] = []
  /** Kinds of legs that are neither gain nor loss. */
  readonly movedKinds: LegKind[] = []
  readonly objectTypes: string[] = []
  /**
   * Outcomes by the fields that they need, most of them first: of what fits, generated clients take
   * the first. One of any fields is the last, when a module does not say what its operations tell.
   */
  readonly outcomes: JsonSchema[] = []
  /** Contexts, told apart by their `type`; that of the last one is of modules that say no more. */
  readonly contexts: JsonSchema[] = []
  /** Types whose module does not say what their operations tell. */
  #plainTypes: OperationType[] = []
  #owners = new Map<string, string>()

  /** @throws Error when a word is no name, does not fit its column, or comes from two modules */
  learn({ name, legKinds = {}, objectKinds = [], ...operations }: ModuleWords) {
    const { operationTypes = [], operationSchemas = {} } = operations
    for (const type of operationTypes) {
      this.#claim('operationTypes', type, name)
      if (operationSchemas[type] === undefined) this.#leaveOpen(type)
    }
    this.operationTypes.push(...operationTypes)
    for (const [type, told] of Object.entries(operationSchemas)) {
      this.#describe(type as OperationType, told)
    }
    for (const [kind, meaning] of Object.entries(legKinds) as [LegKind, LegKinds[LegKind]][]) {
      this.#claim('legKinds', kind, name)
      this.legKinds.push(kind)
      if (meaning === 'moved') this.movedKinds.push(kind)
    }
    for (const type of objectKinds.flatMap(({ types }) => types)) {
      this.#claim('objectTypes', type, name)
      this.objectTypes.push(type)
    }
  }

  /** @throws Error when no loaded module brings the word */
  require(list: List, word: string, by: string) {
    if (this.#owners.has(wordOf(list, word))) return
    throw new Error(
      `${wordOf(list, word)} of "${by}" is unknown: its module must bring it in ${list}`
    )
  }

  #describe(type: OperationType, { outcome, context }: OperationSchemas) {
    this.outcomes.push({ ...outcome, description: `Of a \`${type}\`.` })
    this.outcomes.sort((one, other) => neededOf(other) - neededOf(one))
    if (context) this.contexts.unshift(contextSchema(type, context))
  }

  #leaveOpen(type: OperationType) {
    this.#plainTypes.push(type)
    if (this.#plainTypes.length > 1) return
    const any = { type: 'string', enum: this.#plainTypes, description: TYPE_MEANS }
    this.outcomes.push(ANY_FIELDS)
    this.contexts.push({ ...ANY_FIELDS, properties: { type: any }, required: ['type'] })
  }

  #claim(list: List, word: string, by: string) {
    const what = wordOf(list, word)
    if (!/^[a-z][a-z_]*$/.test(word) || word.length > COLUMN[list]) {
      throw new Error(
        `${what} of "${by}" must be at most ${COLUMN[list]} lower-case letters and underscores`
      )
    }
    const owner = this.#owners.get(what)
    if (owner !== undefined) throw new Error(`${what} is claimed by "${owner}" and by "${by}"`)
    this.#owners.set(what, by)
  }
}

const neededOf = ({ required }: JsonSchema) => (required as string[] | undefined)?.length ?? 0

function contextSchema(type: OperationType, context: JsonSchema): JsonSchema {
  return {
    title: `${titleOf(type)}Context`,
    type: 'object',
    properties: {
      type: { type: 'string', enum: [type], description: TYPE_MEANS },
      [type]: context,
    },
    required: ['type', type],
  }
}

/** `fee_distribution` is `FeeDistribution`. */
const titleOf = (type: string) =>
  type.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())

function wordOf(list: List, word: string): string {
  return `${TITLE[list]} ${word}`
}

export const VOCABULARY = new Vocabulary()
