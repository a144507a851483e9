/** An action of the catalog, contributed by the module that checks it. */
export interface ActionDefinition {
  /** `svc:` and a verb phrase, for example `svc:TransferFrom`. */
  name: string
  description: string
  /** Which resource the path in a check stands for. */
  resource: string
  /** Aliases that include the action, besides `svc:*`. */
  aliases: string[]
}
