import { PAYMENT_LINK_LIMITS } from '../limits.ts'

const WEB = new Set(['https:', 'http:'])

/** Schemes that run, embed or open something in the page or the browser that follows the link. */
const RUN_OR_EMBED =
  'javascript livescript mocha vbscript data blob file about filesystem view-source jar wyciwyg resource res ' +
  'chrome chrome-extension chrome-untrusted moz-extension safari-web-extension edge opera brave feed cid mid'

/**
 * Schemes that hand the rest of the address to a program that the device or they themselves choose.
 */
const START_ANOTHER_PROGRAM =
  'intent android-app market itms itms-apps itms-appss itms-services shell search search-ms ms-msdt ms-appinstaller ' +
  'mailto tel sms smsto mms facetime facetime-audio sip sips xmpp im skype callto geo magnet bitcoin ethereum'

/** Schemes that open a connection or a share. */
const CONNECT =
  'ftp ftps sftp tftp ssh telnet tn3270 rlogin ldap ldaps ws wss smb cifs nfs afp vnc rdp gopher news nntp imap pop ' +
  'irc ircs git svn rsync dav rtsp rtmp urn'

const REFUSED_SCHEMES = new Set(
  [RUN_OR_EMBED, START_ANOTHER_PROGRAM, CONNECT].flatMap((names) =>
    names.split(' ').map((name) => `${name}:`)
  )
)
/**
 * Schemes of Windows, some of which have started programs with arguments. No other application has
 * one.
 */
const OF_WINDOWS = /^ms-/

// Browsers drop tabs and line feeds inside a scheme, so `java\nscript:` would run.
// eslint-disable-next-line no-control-regex
const INVISIBLE = /[\s\u0000-\u001f\u007f-\u009f]/u
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu')
/**
 * `app:javascript:…`, `app://intent:…`: the rest may be taken for an address of its own. A port is
 * not.
 */
const NESTED = /^[a-z][a-z0-9+.-]*:\/*[a-z][a-z0-9+.-]*:(?!\d{1,5}(?:[/?#]|$))/i

/**
 * Refused anywhere in an address: a page or an application that takes the rest for an address would
 * run it.
 */
const RUNS_ANYWHERE = /(^|[^a-z0-9.+-])(javascript|livescript|vbscript|mocha|intent):/i
/** Enough for an address in a query of an address in a query; real addresses nest no deeper. */
const DECODED_TIMES = 3

const SCHEME = /^[a-z][a-z0-9+.-]*$/

/**
 * Why a text is not a return URL, or null when it is one: `https:`, `http:` or an application's own
 * scheme, without credentials.
 *
 * @param registered the only application schemes that are allowed, in lower case without the colon;
 *   when empty, every scheme that looks like an application's own
 */
export function returnUrlProblem(text: string, registered: readonly string[] = []): string | null {
  if (text.length > PAYMENT_LINK_LIMITS.linkReturnUrlLength) {
    return `must be at most ${PAYMENT_LINK_LIMITS.linkReturnUrlLength} characters`
  }
  if (INVISIBLE.test(text)) return 'must not contain whitespace or control characters'
  if (!URL.canParse(text)) return 'must be an absolute URL'
  const { protocol, username, password } = new URL(text)
  if (!WEB.has(protocol)) {
    const problem = schemeProblem(protocol.slice(0, -1), registered)
    if (problem) return problem
    if (NESTED.test(text)) return 'must not contain an address inside its own scheme'
  }
  if (runsSomething(text)) return 'must not contain an address that runs something, encoded or not'
  if (username !== '' || password !== '') return 'must not contain credentials'
  return null
}

function runsSomething(text: string): boolean {
  let seen = text
  for (let time = 0; time <= DECODED_TIMES; time++) {
    // Browsers read a scheme without its invisible characters.
    if (RUNS_ANYWHERE.test(seen.replace(ALL_INVISIBLE, ''))) return true
    seen = seen.replace(/%([0-7][0-9a-f])/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16))
    )
  }
  return false
}

function schemeProblem(scheme: string, registered: readonly string[]): string | null {
  if (isRefused(scheme)) return `must not use the ${scheme}: scheme`
  if (registered.length === 0 || registered.includes(scheme)) return null
  const names = registered.map((name) => `${name}:`).join(', ')
  return `must use https:, http: or a registered scheme of an application (${names})`
}

function isRefused(scheme: string): boolean {
  return REFUSED_SCHEMES.has(`${scheme}:`) || OF_WINDOWS.test(scheme)
}

/**
 * The application schemes that an operator registers: `myapp, com.example.app`.
 *
 * @throws Error naming the entry that is no scheme (RFC 3986) or one that is never allowed, or the
 *   one too many
 */
export function registeredSchemes(list: string): string[] {
  const names = list.split(',').map((name) => name.trim().toLowerCase())
  const schemes = names.filter((name) => name !== '')
  const wrong = schemes.find((name) => !SCHEME.test(name) || isRefused(name))
  if (wrong !== undefined)
    throw new Error(`RETURN_URL_SCHEMES names "${wrong}", which no application can have`)
  if (schemes.length > PAYMENT_LINK_LIMITS.returnUrlSchemes) {
    throw new Error(
      `RETURN_URL_SCHEMES names more than ${PAYMENT_LINK_LIMITS.returnUrlSchemes} schemes`
    )
  }
  return schemes
}
