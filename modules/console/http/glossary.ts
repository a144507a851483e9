import { of, type Glossary } from '#app/http/openapi/glossary'

/** What the addresses of the console mean. */
export const CONSOLE_GLOSSARY: Glossary = {
  ...of('getConsoleAsset', { rest: ['A file of the console.', 'app.js'] }),
  ...of('openConsolePage', { rest: ['The page; the console reads it.', 'realms'] }),
}
