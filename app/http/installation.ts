import app from '@adonisjs/core/services/app'

/** What this installation is called, and its address. The host asks the framework for its settings, never their files. */
export function installation(): { name: string; url: string } {
  const { config } = app
  return { name: config.get<string>('app.appName'), url: config.get<string>('app.appUrl') }
}
