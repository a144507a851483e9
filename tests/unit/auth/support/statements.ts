import type { PolicyStatement } from '#app/extension/principal'

export const allow = (actions: string[], resources: string[]): PolicyStatement => ({
  effect: 'Allow',
  actions,
  resources,
})

export const deny = (actions: string[], resources: string[]): PolicyStatement => ({
  ...allow(actions, resources),
  effect: 'Deny',
})
