import { of, type Glossary } from '#app/http/openapi/glossary'
import { exampleId } from '#app/http/openapi/host_glossary'

/** What the fields of reconciliations mean. */
export const RECONCILIATION_GLOSSARY: Glossary = {
  'reconciliations.id': ['The reconciliation, by its id.', exampleId('rec')],
  'reconciliation': 'The reconciliation.',
  'reconciliations': 'The reconciliations, newest first.',
  'items': 'The items, by their numbers.',
  ...of(['Reconciliation', 'createReconciliation'], {
    id: 'The reconciliation.',
    objectPath: 'The object whose cash the file is about; or `prefix`.',
    prefix:
      'All objects below it as one: what moves between them is left out, so that `/` is what reached the realm and left it.',
    format: [
      'What the file is: `csv`, ISO 20022 `camt053`, or SWIFT `mt940`. Only booked lines of a statement count, and they have to lead from its opening to its closing balance.',
      'csv',
    ],
    encoding: 'What its texts are written in; UTF-8 when it is left out.',
    mapping: [
      'Which columns of a CSV file say what, by the names in its first record.',
      { date: 'Date', amount: 'Amount', reference: 'Reference' },
    ],
    rules:
      'How lines and books are joined, one rule after the other. Left out: by reference and by a word of the text within 31 days, by the amount on the same day, then within 3 days.',
    from: 'The first day that is compared; the first one of the file when it is left out.',
    to: 'The last day; the last one of the file when it is left out.',
    file: [
      'The file, as a part of `multipart/form-data` with a file name.',
      'Date,Amount,Reference\n2026-01-02,25.00,invoice-1\n',
    ],
    status:
      '`failed`: the file cannot be read; `problems` says where. Only `completed` has a report.',
    progress: 'How far it is.',
    summary: 'What each state adds up to, once it is completed.',
    problems: 'The first problems of the file, at most 20. Nothing of it was compared.',
    actor: 'Who has uploaded it.',
    type: 'What kind of caller.',
    endedAt: 'When it ended.',
    matched: 'The same in the file and the books.',
    differs: 'The same reference, and another amount.',
    missing_here: 'In the file, and not in the books.',
    missing_there: 'In the books, and not in the file.',
  }),
  ...of('createReconciliation', {
    date: 'The column of the date.',
    amount: ['The column of the signed amount; or `credit` and `debit`.', 'Amount'],
    credit:
      'The column of what came in, without signs; the one of the two that is empty does not count.',
    debit: 'The column of what went out, without signs.',
    reference: 'The column of what names a movement in the books.',
    text: 'The column of a text in which the name of a movement may stand.',
    currency: 'The column of the currency; a line in another one than USD is refused.',
    delimiter: 'What stands between columns; a comma when it is left out.',
    dateFormat:
      '`d` and `M` take one digit or two; `yyyy-MM-dd` when it is left out. A time behind the date is left out.',
    decimal: 'What stands before the decimals; a point when it is left out.',
    group: 'What stands between groups of three digits; nothing when it is left out.',
    inverted: 'Whether positive amounts left the account.',
    by: 'What a line and the books share: a `reference`, a word of the line’s `text`, or the `amount` alone.',
    days: 'How many days their dates may lie apart.',
  }),
  ...of('ReconciliationRule', {
    by: 'What a line and the books share.',
    days: 'How many days their dates may lie apart.',
  }),
  ...of('ReconciliationFile', {
    name: 'Its name, as it was uploaded.',
    bytes: 'Its length.',
    sha256: 'Its hash: the same file has the same.',
  }),
  ...of('ReconciliationProgress', {
    lines: 'Lines that are read.',
    items: 'Items that are written.',
    totalItems: 'Items that there will be; null while the file is read.',
  }),
  ...of('ReconciliationSum', {
    count: 'How many items.',
    there: 'What their lines of the file add up to.',
    here: 'What their changes of the books add up to.',
  }),
  ...of('ReconciliationProblem', {
    row: 'The line of the file, from 1.',
    field: 'The column, element or tag.',
    message: 'What is wrong with it.',
  }),
  ...of('ReconciliationItem', {
    number: 'Its number: the lines of the file from 1, then what the file lacks.',
    state: 'What the comparison came to.',
    rule: 'The number of the rule that has joined the two, from 1.',
    difference: 'The amount of the file less that of the books; null when one is missing.',
    line: 'The line of the file.',
    entry: 'The change of the books.',
    suggestion:
      'The number of an item that is missing on the other side and has the same amount; or, of a line that names what another line is joined with, the number of that line: it may have been paid twice. It is for a person to look at: nothing joins the two, and nothing is booked.',
  }),
  ...of('ReconciliationLine', {
    row: 'The line of the file, from 1; of a record over several lines the last one.',
    date: 'The day on which it was booked there.',
    amount: 'Positive: it came in.',
    references: 'What may name it in the books.',
    text: 'What it was for, as the file says.',
  }),
  ...of('ReconciliationEntry', {
    at: 'When it was booked.',
    type: 'The type of its operation.',
    operationId: 'The operation; null for a change without one.',
    operationPath: 'The path of the operation.',
    reference: 'The fact from outside that it rests on, such as the hash of a transaction.',
    amount: 'Positive: what is compared holds more by it, with its fees.',
  }),
  ...of('listReconciliations', { status: 'In this status only.' }),
  ...of(['listReconciliationItems', 'downloadReconciliationReport'], {
    state: 'In this state only.',
  }),
}
