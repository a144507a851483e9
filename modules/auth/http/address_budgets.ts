import type { AddressBudget } from '#app/http/rate_limit_settings'

export const SIGN_IN: AddressBudget = { timesSignIns: 1 }

/**
 * The return of a browser from the identity provider has its own budget, or one sign-in would count
 * twice.
 */
export const SIGN_IN_RETURN: AddressBudget = { timesSignIns: 1 }

export const DEV_IDENTITY: AddressBudget = { timesSignIns: 1 }

/** Sessions are refreshed more often than opened. */
export const REFRESH: AddressBudget = { timesSignIns: 4 }

export const STEP_UP: AddressBudget = { timesSignIns: 4 }
