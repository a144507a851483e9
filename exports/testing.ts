/**
 * `ledger-custody-service/testing`: what the specs of a module in an npm package use, which
 * `npm test -- node_modules/<package>` runs in the service's own test process.
 */
export type { BroughtSamples } from '#tests/support/brought_samples'
export { Client, TestRealm, accepted, eventually, until } from '#tests/support/client'
export { readRows, writeRows } from '#tests/support/rows'
