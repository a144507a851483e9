import type { HttpContext } from '@adonisjs/core/http'
import type { I18n } from '@adonisjs/i18n'
import type { Micros } from '#app/clock/clock'
import { toRfc3339 } from '#app/clock/timestamp'
import { formatUsd, type Atoms } from '#app/money/usd'

const MOMENT: Intl.DateTimeFormatOptions = {
  year: 'numeric',
  month: 'long',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
}
/** Letters that are written from right to left. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u
/** Characters that turn the direction of writing around, also of what stands behind them. */
const TURNS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const [ISOLATE, END_ISOLATE] = ['\u2068', '\u2069']

/** How a payment page speaks: words, amounts and moments of one language. */
export class PageLanguage {
  constructor(readonly i18n: I18n) {}

  get locale(): string {
    return this.i18n.locale
  }

  /** @param key of `languages/<language>/pay.json` */
  text(key: string, values: Record<string, string> = {}): string {
    return this.i18n.t(`pay.${key}`, values)
  }

  /** `1250500000n` is `1,250.50 USD`. All digits are there: text is grouped, no number rounded. */
  money(atoms: Atoms, denomination: string): string {
    return `${this.figure(atoms)} ${denomination}`
  }

  figure(atoms: Atoms): string {
    const digits = { minimumFractionDigits: 2, maximumFractionDigits: 6 }
    const text = formatUsd(atoms) as Intl.StringNumericLiteral
    return new Intl.NumberFormat(this.locale, digits).format(text)
  }

  moment(at: Micros): { machine: string; human: string } {
    const human = new Intl.DateTimeFormat(this.locale, MOMENT).format(at / 1000)
    return { machine: toRfc3339(at), human }
  }
}

/** The language of a page: the best that the browser asks for among those that are there. */
export async function languageOf(ctx: HttpContext): Promise<PageLanguage> {
  const manager = await ctx.containerResolver.make('i18n')
  const asked = manager.getSupportedLocaleFor(ctx.request.languages())
  ctx.response.vary('accept-language')
  return new PageLanguage(manager.locale(asked ?? manager.defaultLocale))
}

/**
 * A text of a builder as it stands inside a sentence of ours: it neither turns the sentence around
 * nor hides a part of it.
 */
export function isolated(text: string): string {
  const plain = text.replace(TURNS, '')
  return RIGHT_TO_LEFT.test(plain) ? ISOLATE + plain + END_ISOLATE : plain
}
