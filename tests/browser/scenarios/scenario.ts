import type { FurnishedRealm } from '#tests/browser/support/console'
import type { Visit } from '#tests/support/browser'
import { accepted, type TestRealm } from '#tests/support/client'

/** A form of the console: where it is opened, what is typed, and what comes of it. */
export interface Scenario {
  /** The call of the API that the form is made of. */
  operation: string
  /** Below the realm, or a whole address. What the form needs beforehand is made here. */
  at: (furnished: FurnishedRealm) => string | Promise<string>
  /** The button that opens the form, the first one of this name; or how else it is opened. */
  open: string | ((visit: Visit, furnished: FurnishedRealm) => Promise<unknown>)
  /** A text of the row in which that button stands. */
  row?: string
  /** By the label of the field. A text of the form `=x` chooses x of a list. */
  fill?: Record<string, string>
  /** What it tells before it is sent. */
  shows?: string
  submit: string
  /** The form asks back: it cannot be taken back. */
  asksBack?: true
  /** Whether the service has what the form was for. */
  came: (realm: TestRealm) => Promise<unknown>
}

/** An address of Ethereum that everybody knows. */
export const ADDRESS = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'

export const inRealm = (path: string) => () => path

/** The newest operation of a type. */
export const newest = (type: string) => async (realm: TestRealm) =>
  accepted(await realm.get('/operations', { type, limit: 1 })).operations[0]

/** The page of the newest operation of a type. */
export const atNewest =
  (type: string) =>
  async ({ realm }: FurnishedRealm) =>
    `/operations/${(await newest(type)(realm)).id}`

/** Whether the newest operation of a type asked for this amount. */
export const asked = (type: string, amount: string) => async (realm: TestRealm) =>
  JSON.parse((await newest(type)(realm)).input).amount === amount
