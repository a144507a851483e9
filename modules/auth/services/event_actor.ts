import type { Principal } from '#app/extension/principal'

/** The actor, as the events of signing keys name it: `builder:bld_…`, `api_key:key_…`. */
export function eventActor({ actor }: Principal): string {
  return `${actor.type}:${actor.id}`
}
