import { html, nothing, render } from '/console/assets/lit-html/lit-html.js'
import { newKey } from '/console/assets/api.js'

/** Bytes at the beginning of a CSV file in which its columns are looked for. */
const HEAD_BYTES = 64 * 1024
const DELIMITERS = [
  [',', 'a comma'],
  [';', 'a semicolon'],
  ['\t', 'a tab'],
  ['|', 'a bar'],
]
const COLUMNS = [
  ['date', 'Column of the date', true],
  ['amount', 'Column of the signed amount, or the next two', false],
  ['credit', 'Column of what came in', false],
  ['debit', 'Column of what went out', false],
  ['reference', 'Column of the reference', false],
  ['text', 'Column of the text', false],
]
const DATE_FORMATS = ['yyyy-MM-dd', 'd.M.yyyy', 'd/M/yyyy', 'M/d/yyyy', 'yyyyMMdd']

/** Uploads the file of a bank, and shows how far it is. */
export class UploadForm {
  #format = 'csv'
  /** Names of columns that the file has, and what stands between them. */
  #columns = []
  #delimiter = ','
  /** The part that is sent; null while nothing is. */
  #sent = null
  #problem = ''
  /** The same for the same form, so that it is taken once when an answer is lost. */
  #key = newKey()

  /**
   * @param {HTMLElement} place
   * @param {{ api: object, realmId: string, go: (address: string) => void }} given
   */
  constructor(place, given) {
    this.place = place
    this.given = given
  }

  draw() {
    render(this.#view(), this.place)
  }

  #changed = async (event) => {
    this.#key = newKey()
    const { name, value, files } = event.target
    if (name === 'format') this.#format = value
    if (name === 'delimiter') this.#delimiter = value
    const file = name === 'file' ? files[0] : event.currentTarget.elements.file.files[0]
    if (file && ['file', 'delimiter'].includes(name)) await this.#look(file, name === 'file')
    this.draw()
  }

  /** Looks into the first line of a file: which columns it has. */
  async #look(file, isNew) {
    const text = await file.slice(0, HEAD_BYTES).text()
    const first = text.replace(/^\ufeff/, '').split(/\r?\n/, 1)[0]
    const parts = (delimiter) => first.split(delimiter)
    if (isNew) {
      const counted = DELIMITERS.map(([delimiter]) => [parts(delimiter).length, delimiter])
      this.#delimiter = counted.toSorted(([a], [b]) => b - a)[0][1]
    }
    this.#columns = parts(this.#delimiter).map((name) => name.trim().replace(/^"(.*)"$/, '$1'))
  }

  #submit = async (event) => {
    event.preventDefault()
    const { api, realmId, go } = this.given
    const form = formOf(new FormData(event.target), realmId)
    this.#problem = ''
    this.#tell(0)
    try {
      const how = { key: this.#key, onProgress: (part) => this.#tell(part) }
      const { reconciliation } = await api.upload('/api/v1/reconciliations', form, how)
      go(`/console/realms/${realmId}/reconciliations/${reconciliation.id}`)
    } catch (error) {
      this.#problem = error.message
      this.#tell(null)
    }
  }

  #tell(part) {
    this.#sent = part
    this.draw()
  }

  #view() {
    const isSending = this.#sent !== null
    return html`
      <form class="narrow" @submit=${this.#submit} @change=${this.#changed}>
        <label for="upload-file">File of the bank or processor</label>
        <input id="upload-file" name="file" type="file" required />
        <label for="upload-scope">
          Object to compare with, such as /company/bank; with a slash at its end, all objects below
        </label>
        <input
          id="upload-scope"
          name="scope"
          required
          pattern="/.*"
          maxlength="512"
          autocomplete="off"
        />
        <label for="upload-format">Format</label>
        <select id="upload-format" name="format">
          <option value="csv">CSV</option>
          <option value="camt053">camt.053 (ISO 20022)</option>
          <option value="mt940">MT940 (SWIFT)</option>
        </select>
        <label for="upload-encoding">Written in</label>
        <select id="upload-encoding" name="encoding">
          <option value="utf-8">UTF-8</option>
          <option value="windows-1252">Windows-1252</option>
        </select>
        ${this.#format === 'csv' ? this.#mappingView() : nothing}
        <button type="submit" ?disabled=${isSending}>Compare with the books</button>
        ${isSending ? sentView(this.#sent) : nothing}
        ${this.#problem ? html`<p class="problem" role="alert">${this.#problem}</p>` : nothing}
      </form>
    `
  }

  #mappingView() {
    return html`
      ${COLUMNS.map(
        ([name, label, isRequired]) =>
          html`<label for="upload-${name}">${label}</label>
            <input
              id="upload-${name}"
              name=${name}
              list="upload-columns"
              maxlength="128"
              autocomplete="off"
              ?required=${isRequired}
            />`
      )}
      <datalist id="upload-columns">
        ${this.#columns.map((name) => html`<option value=${name}></option>`)}
      </datalist>
      <label for="upload-delimiter">Between columns stands</label>
      <select id="upload-delimiter" name="delimiter">
        ${DELIMITERS.map(
          ([value, text]) =>
            html`<option value=${value} .selected=${value === this.#delimiter}>${text}</option>`
        )}
      </select>
      <label for="upload-date-format">Dates are written as</label>
      <select id="upload-date-format" name="dateFormat">
        ${DATE_FORMATS.map((value) => html`<option>${value}</option>`)}
      </select>
      <label for="upload-decimal">Before decimals stands</label>
      <select id="upload-decimal" name="decimal">
        <option value=".">a point</option>
        <option value=",">a comma</option>
      </select>
    `
  }
}

function sentView(part) {
  const percent = Math.floor(part * 100)
  return html`<progress max="1" .value=${part} aria-label="Upload"></progress>
    <p class="note" role="status">
      ${part < 1 ? `${percent} % of the file is sent.` : 'The file is sent, and looked at.'}
    </p>`
}

/** What `POST /api/v1/reconciliations` takes. */
function formOf(given, realmId) {
  const text = (name) => String(given.get(name) ?? '').trim()
  const form = new FormData()
  const scope = text('scope')
  form.set('realmId', realmId)
  form.set(scope.endsWith('/') ? 'prefix' : 'objectPath', scope)
  form.set('format', text('format'))
  form.set('encoding', text('encoding'))
  if (text('format') === 'csv') {
    const columns = COLUMNS.map(([name]) => [name, text(name)]).filter(([, value]) => value !== '')
    const mapping = {
      ...Object.fromEntries(columns),
      // A tab is a delimiter, and would be trimmed away.
      delimiter: given.get('delimiter'),
      dateFormat: text('dateFormat'),
      decimal: text('decimal'),
    }
    form.set('mapping', JSON.stringify(mapping))
  }
  form.set('file', given.get('file'))
  return form
}
