import { test } from '@japa/runner'
import { Settings } from '../../../../bin/launcher/base/settings.js'
import { cannotInstall, storesNeed } from '../../../../bin/launcher/services/packages.js'
import { BROWSER_NEED, chosenBrowser } from '../../../../bin/launcher/testing/browser.js'
import { needBrowser } from '../../../../bin/launcher/testing/spec_files.js'

const settingsWith = (CHROMIUM_PATH: string) => Settings.isolated({ CHROMIUM_PATH })

test.group('launcher | browser', () => {
  test('a run whose filter leaves no browser spec needs no browser', ({ assert }) => {
    assert.isFalse(needBrowser(['tests/unit/auth/a.spec.ts', 'tests/functional/browser.spec.ts']))
    assert.isTrue(needBrowser(['tests/unit/a.spec.ts', 'tests/browser/pages.spec.ts']))
    assert.isTrue(needBrowser(['modules/a/tests/browser/page.spec.ts']))
  })

  test('CHROMIUM_PATH wins over the browser of the system', ({ assert }) => {
    assert.equal(chosenBrowser(settingsWith(process.execPath)), process.execPath)
    assert.isNull(chosenBrowser(settingsWith(' ')))
  })

  test('a CHROMIUM_PATH that leads nowhere is refused before anything starts', ({ assert }) => {
    assert.throws(() => chosenBrowser(settingsWith('/nowhere/chromium')), /\/nowhere\/chromium/)
  })

  test('where nothing can be installed, a command and a way around are named', ({ assert }) => {
    const { message } = cannotInstall(BROWSER_NEED, BROWSER_NEED.programs)
    assert.include(
      message,
      'sudo apt-get install -y --no-install-recommends chromium-headless-shell\n'
    )
    assert.include(message, 'CHROMIUM_PATH')
  })

  test('the service itself never asks for a browser', ({ assert }) => {
    const { programs } = storesNeed({ database: true, redis: true })
    assert.notIncludeMembers(programs, BROWSER_NEED.programs)
    assert.isEmpty(storesNeed({ database: false, redis: false }).programs)
  })
})
