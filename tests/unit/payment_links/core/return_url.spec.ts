import { test } from '@japa/runner'
import fc from 'fast-check'
import { registeredSchemes, returnUrlProblem } from '#modules/payment_links/core/return_url'
import { forAll } from '#tests/support/for_all'

test.group('payment_links | return_url', () => {
  test('{0} is taken')
    .with([
      'https://shop.example/thanks?order=1#top',
      'http://localhost:3000/done',
      'myapp://paid',
      'myapp://done?next=https://shop.example',
      'myapp://localhost:8080/done',
      'com.example.app:/paid',
      'https://例え.jp/',
      'https://shop.example/?about=javascript&at=12:30',
    ])
    .run(({ assert }, url) => assert.isNull(returnUrlProblem(url)))

  test('{0} would run or open something and is refused')
    .with([
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      'vbscript:msgbox',
      'blob:https://shop.example/1',
      'file:///etc/passwd',
      'about:blank',
      'view-source:https://shop.example',
      'intent://scan/#Intent;scheme=zxing;S.browser_fallback_url=https://evil.example;end',
      'INTENT:#Intent;end',
      'android-app://com.example/https/x',
      'jar:https://shop.example/a.jar!/b',
      'chrome-extension://abc/page.html',
      'ms-msdt:/id PCWDiagnostic'.replace(' ', '%20'),
      'ms-word:ofe',
      'mailto:a@shop.example',
      'smb://host/share',
      'ftp://host/file',
    ])
    .run(({ assert }, url) => assert.match(String(returnUrlProblem(url)), /must not use the/))

  test('{0} hides an address inside a scheme and is refused')
    .with([
      'myapp:javascript:alert(1)',
      'myapp:/javascript:alert(1)',
      'myapp:intent:#Intent;end',
      'myapp:/data:text/html,x',
      'com.example.app:HTTPS://evil.example',
    ])
    .run(({ assert }, url) =>
      assert.equal(returnUrlProblem(url), 'must not contain an address inside its own scheme')
    )

  test('{0} hides what runs deeper, and is refused')
    .with([
      'https://shop.example/?next=javascript:alert(1)',
      'https://shop.example/?next=JavaScript%3Aalert(1)',
      'https://shop.example/?next=%2568ttps&to=%256aavascript%253Aalert(1)',
      'https://shop.example/?next=java%0ascript%3Aalert(1)',
      'myapp:%6aavascript:alert(1)',
      'myapp://done?next=javascript:alert(1)',
      'myapp:#intent:scan',
      'myapp:%09vbscript:msgbox',
    ])
    .run(({ assert }, url) => assert.match(String(returnUrlProblem(url)), /runs something/))

  test('with registered schemes only those are taken besides the web', ({ assert }) => {
    const registered = registeredSchemes('MyApp, com.example.app')
    for (const url of [
      'https://a.example',
      'http://a.example',
      'myapp://x',
      'com.example.app:/x',
    ]) {
      assert.isNull(returnUrlProblem(url, registered))
    }
    assert.equal(
      returnUrlProblem('other://x', registered),
      'must use https:, http: or a registered scheme of an application (myapp:, com.example.app:)'
    )
  })

  test('{0} cannot be registered')
    .with(['javascript', 'intent', 'ms-word', 'my app', '1app', 'a:', 'a,b,c,d,e,f,g,h,i,j,k'])
    .run(({ assert }, list) => assert.throws(() => registeredSchemes(list), /RETURN_URL_SCHEMES/))

  test('a scheme hidden behind characters that browsers drop is refused')
    .with([
      'java\nscript:alert(1)',
      ' javascript:alert(1)',
      'java\tscript:alert(1)',
      '\u0001https://a',
    ])
    .run(({ assert }, url) => assert.match(String(returnUrlProblem(url)), /whitespace or control/))

  test('{0} carries credentials and is refused')
    .with(['https://user@shop.example', 'https://user:word@shop.example', 'myapp://user@paid'])
    .run(({ assert }, url) => assert.equal(returnUrlProblem(url), 'must not contain credentials'))

  test('{0} is no absolute URL')
    .with(['', '/thanks', 'shop.example/thanks', 'https://', '//shop.example'])
    .run(({ assert }, url) => assert.equal(returnUrlProblem(url), 'must be an absolute URL'))

  test('a URL past 2048 characters is refused before it is parsed', ({ assert }) => {
    const url = `https://shop.example/${'a'.repeat(2048)}`
    assert.equal(returnUrlProblem(url), 'must be at most 2048 characters')
  })

  test('whatever is taken can be followed safely', ({ assert }) => {
    const text = fc.oneof(
      fc.webUrl(),
      fc.string(),
      fc
        .tuple(fc.constantFrom('javascript', 'data', 'intent', 'https', 'my.app'), fc.string())
        .map(([scheme, rest]) => `${scheme}:${rest}`)
    )
    forAll([text], (candidate) => {
      if (returnUrlProblem(candidate) !== null) return
      const { protocol, username, password } = new URL(candidate)
      assert.notInclude(['javascript:', 'data:', 'vbscript:', 'file:', 'intent:'], protocol)
      assert.equal(username + password, '')
    })
  })
})
