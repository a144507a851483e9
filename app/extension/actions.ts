/** One permission of the catalog, contributed by the module that checks it. */
export interface ActionDefinition {
  /** `svc:` and a verb phrase, for example `svc:TransferFrom`. */
  name: string
  description: string
  /** What the resource path of the check is. */
  resource: string
  /** Aliases that include the action, besides `svc:*`. */
  aliases: string[]
}
