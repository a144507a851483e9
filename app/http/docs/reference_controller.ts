import { createReadStream } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { HttpContext } from '@adonisjs/core/http'
import { singleton } from '#app/extension/singleton'
import { ServiceError } from '#app/http/errors/service_error'
import { ApiDocument } from '#app/http/openapi/api_document'
import { secureHtml } from '#app/http/secure_html'

const SWAGGER_UI = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

/** The only files of Swagger UI that are served: those that the page loads. */
const ASSETS: Record<string, string> = {
  'swagger-ui.css': 'text/css',
  'swagger-ui-bundle.js': 'text/javascript',
  'favicon-32x32.png': 'image/png',
}

// The page begins with all sections closed, and a filter: drawing every operation at once keeps a
// slow machine busy for half a minute.
const START_SCRIPT = `SwaggerUIBundle({ url: '/openapi.json', dom_id: '#reference', deepLinking: true, validatorUrl: null, docExpansion: 'none', filter: true })`

/** Copies the text of the element that a button names; without a clipboard there is no button. */
const COPY_SCRIPT = `for (const button of document.querySelectorAll('button[data-copy]')) {
  if (!navigator.clipboard) continue
  button.hidden = false
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).innerText)
    button.textContent = 'Copied'
  })
}`

const SCRIPTS: Record<string, string> = { 'start.js': START_SCRIPT, 'copy.js': COPY_SCRIPT }

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API reference</title>
<link rel="icon" href="/docs/assets/favicon-32x32.png">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
</head>
<body>
<div id="reference"></div>
<noscript>The reference needs JavaScript. The document itself is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/assets/start.js"></script>
</body>
</html>`

@singleton()
export default class ReferenceController {
  constructor(private reference: ApiDocument) {}

  document({ response }: HttpContext) {
    response.header('content-type', 'application/json')
    response.send(this.reference.text())
  }

  page(ctx: HttpContext) {
    // Swagger UI sets style attributes on its elements.
    secureHtml(ctx, { inlineStyles: true })
    ctx.response.send(PAGE)
  }

  asset({ params, response }: HttpContext) {
    const file = String(params.file)
    response.header('cache-control', 'public, max-age=86400')
    if (Object.hasOwn(SCRIPTS, file)) {
      response.header('content-type', 'text/javascript').send(SCRIPTS[file])
      return
    }
    const type = Object.hasOwn(ASSETS, file) ? ASSETS[file] : undefined
    if (type === undefined) throw new ServiceError('NOT_FOUND')
    response.header('content-type', type)
    response.stream(createReadStream(join(SWAGGER_UI, file)))
  }
}
