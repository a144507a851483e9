import { test } from '@japa/runner'
import { ModuleHost } from '#app/extension/module_host'
import type { ServiceError } from '#app/http/errors/service_error'
import { CashKind } from '#modules/ledger/kinds/cash_kind'
import { ExtensionRegistry } from '#modules/ledger/services/extension_registry'

test.group('ledger | extension_registry', () => {
  test('a type that no loaded module knows is refused by its field', ({ assert }) => {
    const host = new ModuleHost()
    host.add({ name: 'cash', title: 'Cash', objectKinds: [new CashKind()] })
    const registry = new ExtensionRegistry(host)
    assert.equal(registry.kindOf('escrow').name, 'cash')
    try {
      registry.kindOf('exchange')
      assert.fail('expected objects of type exchange to be refused')
    } catch (error) {
      const { code, details } = error as ServiceError
      assert.equal(code, 'VALIDATION_ERROR')
      assert.containSubset(details, { fields: [{ field: 'type', rule: 'supported' }] })
    }
  })
})
