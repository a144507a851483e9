import { Outlook } from '#modules/ledger/services/poster/outlook'

/**
 * What is known may be used for a minute, in which a busy machine may do nothing here: this lets it be used for
 * ever. @returns a function that undoes it
 */
export const keepOutlooksFresh = () => patched('isFresh', () => true)

/** Only what the newest group has looked at stays known, as where groups before have looked at too much. */
export const keepNewestKnown = () => patched('hasRoom', () => false)

function patched<Name extends 'isFresh' | 'hasRoom'>(name: Name, as: Outlook[Name]): () => void {
  const usual = Outlook.prototype[name]
  Outlook.prototype[name] = as
  return () => {
    Outlook.prototype[name] = usual
  }
}
