/**
 * The face of auth. Other modules ask who may do what through `AccessControl` of the host, so there
 * is little to know here.
 */
export type { Builder } from '#modules/auth/core/builder'
