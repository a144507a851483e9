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

/** The words that a module contributes. */
export interface ModuleWords {
  name: string
  operationTypes?: readonly OperationType[]
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
  #owners = new Map<string, string>()

  /** @throws Error when a word is no name, does not fit its column, or comes from two modules */
  learn({ name, operationTypes = [], legKinds = {}, objectKinds = [] }: ModuleWords) {
    for (const type of operationTypes) this.#claim('operationTypes', type, name)
    this.operationTypes.push(...operationTypes)
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

function wordOf(list: List, word: string): string {
  return `${TITLE[list]} ${word}`
}

export const VOCABULARY = new Vocabulary()
