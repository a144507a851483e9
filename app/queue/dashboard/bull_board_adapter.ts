import { createReadStream } from 'node:fs'
import { join, normalize, extname } from 'node:path'
import type {
  AppControllerRoute,
  AppViewRoute,
  BullBoardQueues,
  ControllerHandlerReturnType,
  IServerAdapter,
  UIConfig,
} from '@bull-board/api/typings/app'
import ejs from 'ejs'
import type { HttpContext } from '@adonisjs/core/http'
import type { HttpRouterService } from '@adonisjs/core/types'
import { access } from '#app/http/access'
import { ServiceError } from '#app/http/errors/service_error'
import { secureHtml } from '#app/http/secure_html'

const CONTENT_TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** The page policy blocks it anyway; asking for it would only fill the console with errors. */
const FOREIGN_FONTS = /<link href="https:\/\/fonts\.[^>]*>/g

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Serves bull-board through this service's router, so that access and headers are the host's. */
export class BullBoardAdapter implements IServerAdapter {
  #queues: BullBoardQueues = new Map()
  #viewsFolder = ''
  #statics = { route: '', folder: '' }
  #api: AppControllerRoute[] = []
  #entry: AppViewRoute | null = null
  #uiConfig: UIConfig = {}
  #onError: (error: Error) => ControllerHandlerReturnType = () => ({ status: 500, body: {} })

  constructor(private basePath: string) {}

  setQueues(queues: BullBoardQueues) {
    this.#queues = queues
    return this
  }

  setViewsPath(folder: string) {
    this.#viewsFolder = folder
    return this
  }

  setStaticPath(route: string, folder: string) {
    this.#statics = { route, folder }
    return this
  }

  setEntryRoute(entry: AppViewRoute) {
    this.#entry = entry
    return this
  }

  setErrorHandler(handler: (error: Error) => ControllerHandlerReturnType) {
    this.#onError = handler
    return this
  }

  setApiRoutes(routes: AppControllerRoute[]) {
    this.#api = routes
    return this
  }

  setUIConfig(config: UIConfig) {
    this.#uiConfig = config
    return this
  }

  mount(router: HttpRouterService) {
    router
      .group(() => {
        this.#mountApi(router)
        this.#mountStatics(router)
        this.#mountPages(router)
      })
      .prefix(this.basePath)
  }

  #mountApi(router: HttpRouterService) {
    for (const { route, method, handler } of this.#api) {
      for (const pattern of [route].flat()) {
        router
          .route(
            pattern,
            [method].flat().map((name) => name.toUpperCase() as Method),
            (ctx) => this.#call(handler, ctx)
          )
          .access(access.operator())
          .summary('Queue dashboard: data')
      }
    }
  }

  async #call(handler: AppControllerRoute['handler'], { request, response, params }: HttpContext) {
    const outcome = await Promise.resolve(
      handler({
        queues: this.#queues,
        uiConfig: this.#uiConfig,
        query: request.qs(),
        params,
        body: request.body(),
        headers: Object.fromEntries(
          Object.entries(request.headers()).map(([name, value]) => [name, String(value)])
        ),
      })
    ).catch((error: Error) => this.#onError(error))
    response.status(outcome.status ?? 200).send(outcome.body)
  }

  #mountStatics(router: HttpRouterService) {
    router
      .get(`${this.#statics.route}/*`, ({ params, response }) => {
        const file = normalize((params['*'] as string[]).join('/'))
        const type = CONTENT_TYPES[extname(file)]
        if (!type || file.startsWith('..')) throw new ServiceError('NOT_FOUND')
        response.header('content-type', type)
        response.stream(createReadStream(join(this.#statics.folder, file)))
      })
      .access(access.operator())
      .summary('Queue dashboard: files')
  }

  #mountPages(router: HttpRouterService) {
    if (!this.#entry) return
    const { route, handler } = this.#entry
    for (const pattern of [route].flat()) {
      router
        .get(pattern, async (ctx) => {
          const { name, params } = handler({ basePath: this.basePath, uiConfig: this.#uiConfig })
          const html = await ejs.renderFile(join(this.#viewsFolder, name), params)
          secureHtml(ctx, { inlineStyles: true, ownBase: true })
          ctx.response.send(html.replace(FOREIGN_FONTS, ''))
        })
        .access(access.operator())
        .summary('Queue dashboard')
    }
  }
}
