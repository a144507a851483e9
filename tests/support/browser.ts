import { mkdir, readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Group } from '@japa/runner/core'
import type { AxeResults } from 'axe-core'
import app from '@adonisjs/core/services/app'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { WAIT_MS, pluck } from '#tests/support/client'

const SERVICE = new URL(process.env.APP_URL!).origin
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // A page that asks for another site fails its test; this also keeps the request from being
  // answered.
  '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
]
const VIEW_HEIGHT = 800
const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
/** The rules whose results depend on width or scheme. */
const OF_LOOKS = JSON.stringify({
  runOnly: ['color-contrast', 'target-size', 'scrollable-region-focusable'],
})
const UNACCEPTABLE = new Set(['serious', 'critical'])

const PLAIN_PAGE = `<table>${'<tr><td>/users/ann/wallet<td>42.00<td>USDC'.repeat(1000)}</table>`

/** The widths in CSS pixels at which every page has to look right: a telephone and a desk. */
export const WIDTHS = [390, 1280] as const

/** Both widths, light and dark. */
export const LOOKS = WIDTHS.flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width, scheme }))
)

export interface VisitOptions {
  width?: number
  colorScheme?: 'light' | 'dark'
  javaScriptEnabled?: boolean
  /** BCP 47; English unless said otherwise. */
  locale?: string
  /** Whether a finger points, as on a telephone. */
  hasTouch?: boolean
}

/**
 * Chromium for the tests of one group. Every visit has its own cookies and storage. All visits end
 * with their test, which fails when a page asked for anything from another origin.
 */
export class Chromium {
  #browser: Browser | null = null
  #visits: Visit[] = []

  private constructor() {}

  static for(group: Group): Chromium {
    const own = new Chromium()
    group.setup(async () => {
      const executablePath = process.env.CHROMIUM_PATH
      own.#browser = await chromium.launch({ executablePath, args: ARGUMENTS, headless: true })
      return () => own.#browser?.close()
    })
    group.each.teardown(() => own.#endVisits())
    return own
  }

  async visit({ width = 1280, ...options }: VisitOptions = {}): Promise<Visit> {
    const { colorScheme, javaScriptEnabled, locale, hasTouch } = options
    const context = await this.#browser!.newContext({
      baseURL: SERVICE,
      viewport: { width, height: VIEW_HEIGHT },
      colorScheme: colorScheme ?? 'light',
      javaScriptEnabled: javaScriptEnabled ?? true,
      locale: locale ?? 'en-US',
      hasTouch: hasTouch ?? false,
    })
    context.setDefaultTimeout(WAIT_MS)
    const visit = new Visit(context, await context.newPage())
    this.#visits.push(visit)
    return visit
  }

  async #endVisits() {
    const visits = this.#visits
    this.#visits = []
    await Promise.all(visits.map((visit) => visit.end()))
    const foreign = visits.flatMap((visit) => visit.foreignRequests)
    if (foreign.length > 0) {
      throw new Error(`Asked for something outside ${SERVICE}:\n${foreign.join('\n')}`)
    }
  }
}

/** What the own thread of a page takes of a processor meanwhile. */
async function processorSeconds(page: Page, go: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await go()
  const { metrics } = await session.send('Performance.getMetrics')
  await session.detach()
  return metrics.find(({ name }) => name === 'TaskDuration')!.value
}

/** One person at one browser window. */
export class Visit {
  /** Addresses outside the service that a page asked for. */
  readonly foreignRequests: string[] = []
  /** What the console reported as an error, including uncaught exceptions. */
  readonly consoleErrors: string[] = []

  constructor(
    private context: BrowserContext,
    readonly page: Page
  ) {
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url())
      const asksNobody = ['data:', 'blob:', 'file:'].includes(protocol)
      if (!asksNobody && origin !== SERVICE) this.foreignRequests.push(request.url())
    })
    context.on('console', (message) => {
      const where = message.location().url
      if (message.type() === 'error') this.consoleErrors.push(`${message.text()} (${where})`)
    })
    context.on('weberror', (problem) => this.consoleErrors.push(String(problem.error())))
  }

  /** The address of the window, without the origin. */
  get path(): string {
    const { origin, pathname, search } = new URL(this.page.url())
    return origin === SERVICE ? `${pathname}${search}` : this.page.url()
  }

  /** Fills a form from its focused field on and sends it, like a person without a mouse. */
  async fillWithKeyboard(...texts: string[]) {
    // A page is loaded a moment before its first field takes keys.
    await this.page.locator('input:focus').waitFor()
    for (const text of texts) {
      await this.page.keyboard.type(text)
      await this.page.keyboard.press('Tab')
    }
    await this.page.keyboard.press('Enter')
  }

  /**
   * What the page's own thread takes of a processor for a visit to an address, in plain pages: what a page
   * of plain rows takes in the same browser at the same moment is one. Milliseconds would tell as well how
   * fast this machine is, and who else is at work on it.
   *
   * @param go opens the address and waits until it is drawn
   */
  async plainPages(go: () => Promise<unknown>): Promise<number> {
    const plain = await this.context.newPage()
    const unit = await processorSeconds(plain, () => plain.setContent(PLAIN_PAGE))
    await plain.close()
    return (await processorSeconds(this.page, go)) / unit
  }

  /** As if the browser had been closed for a long time. */
  async forgetCookies() {
    await this.context.clearCookies()
  }

  async resize(width: number) {
    await this.page.setViewportSize({ width, height: VIEW_HEIGHT })
  }

  async prefer(colorScheme: 'light' | 'dark') {
    await this.page.emulateMedia({ colorScheme })
  }

  /** How far the page can be scrolled sideways, in CSS pixels; it should be 0. */
  sidewaysScroll(): Promise<number> {
    return this.page.evaluate<number>(
      'document.documentElement.scrollWidth - document.documentElement.clientWidth'
    )
  }

  /**
   * Serious and critical accessibility violations, one line each.
   *
   * @param within a selector of the only part that is looked at
   * @param look `another` when the same content was looked at in another width or scheme: only what
   *   these change is looked at then, which costs a third
   */
  async accessibilityProblems(within?: string, look?: 'another'): Promise<string[]> {
    // Evaluated through the debugger, which a content security policy does not stop.
    const isThere = await this.page.evaluate<boolean>('"axe" in window')
    if (!isThere) await this.page.evaluate(await readFile(AXE, 'utf8'))
    const { violations } = await this.page.evaluate<AxeResults>(
      `axe.run(${within ? JSON.stringify(within) : 'document'}, ${look ? OF_LOOKS : '{}'})`
    )
    return violations
      .filter(({ impact }) => UNACCEPTABLE.has(impact ?? ''))
      .map(({ id, help, nodes }) => `${id}: ${help} ${pluck(nodes, 'html').join(' ')}`)
  }

  /**
   * What is wrong with the page in any look, one line each: it scrolls sideways, or somebody cannot read
   * it. The page is loaded once, and looked at as a whole in the first look.
   *
   * @param name of its pictures
   * @param part `within`: a selector of what is to be read; `width`: the only one that is looked at
   */
  async problemsInLooks(
    name: string,
    part: { within?: string; width?: number } = {}
  ): Promise<string[]> {
    const problems: string[] = []
    for (const look of LOOKS) {
      const { width, scheme } = look
      if (width !== (part.width ?? width)) continue
      await this.resize(width)
      await this.prefer(scheme)
      await this.picture(`${name}_${scheme}_${width}`)
      const rules = look === LOOKS[0] ? undefined : 'another'
      const found = await this.accessibilityProblems(part.within, rules)
      if ((await this.sidewaysScroll()) !== 0) found.push('it scrolls sideways')
      problems.push(...found.map((problem) => `${name}, ${width} pixels, ${scheme}: ${problem}`))
    }
    return problems
  }

  /** Stores a picture in `tmp/screenshots` for people who ask for them with `SCREENSHOTS=1`. */
  async picture(name: string) {
    if (process.env.SCREENSHOTS !== '1') return
    const directory = app.makePath('tmp/screenshots')
    await mkdir(directory, { recursive: true })
    await this.page.screenshot({ path: join(directory, `${name}.png`), fullPage: true })
  }

  async end() {
    await this.context.close()
  }
}
