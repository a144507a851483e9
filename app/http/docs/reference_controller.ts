import { readFile } from 'node:fs/promises'
import type { HttpContext } from '@adonisjs/core/http'
import app from '@adonisjs/core/services/app'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { ApiDocument } from '#app/http/openapi/api_document'
import { StreamDocument } from '#app/realtime/stream_document'

/** Copies the text of the element that a button names; without a clipboard there is no button. */
const COPY_SCRIPT = `for (const button of document.querySelectorAll('button[data-copy]')) {
  if (!navigator.clipboard) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).innerText)
    button.textContent = 'Copied'
  })
}`

/** What the pages load: the style, and the script of the first page of the service. */
const ASSETS: Record<string, { type: string; text: () => Promise<string> }> = {
  'docs.css': {
    type: 'text/css',
    text: () => readFile(app.makePath('resources/assets/docs.css'), 'utf8'),
  },
  'copy.js': { type: 'text/javascript', text: async () => COPY_SCRIPT },
}

@singleton()
export default class ReferenceController {
  constructor(
    private reference: ApiDocument,
    private frames: StreamDocument
  ) {}

  document({ response }: HttpContext) {
    response.header('content-type', 'application/json')
    response.send(this.reference.text())
  }

  stream({ response }: HttpContext) {
    response.header('content-type', 'application/json')
    response.send(this.frames.document())
  }

  async asset({ params, response }: HttpContext) {
    const file = String(params.file)
    const asset = Object.hasOwn(ASSETS, file) ? ASSETS[file] : undefined
    if (asset === undefined) throw new ServiceError('NOT_FOUND')
    response.header('cache-control', 'public, max-age=86400')
    response.header('content-type', asset.type).send(await asset.text())
  }
}
