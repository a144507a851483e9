import type { ActionDefinition } from '#app/extension/actions'

/**
 * Stands for every action, also of modules that are added later. It is kept as it is and never
 * expanded.
 */
export const EVERY_ACTION = 'svc:*'

/** Presets of API keys, in terms of actions and aliases. */
const PRESETS = {
  read: ['svc:Read'],
  trade: ['svc:Read', 'svc:Exchange'],
  full: [EVERY_ACTION],
} as const

export type Preset = keyof typeof PRESETS

export const PRESET_NAMES = Object.keys(PRESETS) as Preset[]

/** The actions of all modules, under their own names and under their aliases. */
export class ActionCatalog {
  /** Sorted by name. */
  readonly actions: readonly ActionDefinition[]
  /** The actions that each alias stands for, sorted. */
  readonly aliases: Readonly<Record<string, readonly string[]>>
  readonly presets: Readonly<Record<Preset, string[]>>
  #names: ReadonlySet<string>

  /** @throws Error when an alias is an action too, because a statement could mean either */
  constructor(actions: readonly ActionDefinition[]) {
    this.actions = actions.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    this.#names = new Set(actions.map(({ name }) => name))
    this.aliases = aliasesOf(this.actions)
    const ambiguous = Object.keys(this.aliases).find((alias) => this.#names.has(alias))
    if (ambiguous !== undefined) throw new Error(`${ambiguous} is an action and an alias`)
    this.presets = {
      read: this.expand(PRESETS.read),
      trade: this.expand(PRESETS.trade),
      full: this.expand(PRESETS.full),
    }
  }

  /** Whether the text is an action or an alias. */
  knows(action: string): boolean {
    return this.#names.has(action) || Object.hasOwn(this.aliases, action)
  }

  /** Actions with every alias but `svc:*` replaced by the actions it stands for, each once. */
  expand(actions: readonly string[]): string[] {
    const expanded = actions.flatMap((action) =>
      action !== EVERY_ACTION && Object.hasOwn(this.aliases, action)
        ? this.aliases[action]!
        : [action]
    )
    return [...new Set(expanded)]
  }
}

function aliasesOf(actions: readonly ActionDefinition[]): Record<string, string[]> {
  const aliases = new Map<string, string[]>([[EVERY_ACTION, []]])
  for (const action of actions) {
    for (const alias of [...action.aliases, EVERY_ACTION]) {
      aliases.set(alias, [...(aliases.get(alias) ?? []), action.name])
    }
  }
  return Object.fromEntries([...aliases].sort(([a], [b]) => (a < b ? -1 : 1)))
}
