import type { Principal } from '#app/extension/principal'

/** Who did it, as signing key events name them: `builder:bld_…`, `api_key:key_…`. */
export function eventActor({ actor }: Principal): string {
  return `${actor.type}:${actor.id}`
}
