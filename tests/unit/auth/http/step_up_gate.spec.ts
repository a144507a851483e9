import { test } from '@japa/runner'
import { ManualClock } from '#app/clock/clock'
import type { Principal } from '#app/extension/principal'
import { StepUpRequired, type StepUpNeed } from '#app/extension/step_up'
import { ServiceError } from '#app/http/errors/service_error'
import { askerOf, requestHash, type StepUpRequest } from '#modules/auth/core/step_up'
import { StepUpGate } from '#modules/auth/http/step_up_gate'
import type { OpenStepUp } from '#modules/auth/services/open_step_up'
import { StepUpGrant } from '#modules/auth/services/step_up_grant'
import type { AuthSettings } from '#modules/auth/settings'

const need: StepUpNeed = {
  realmId: '01900000-0000-7000-8000-000000000001',
  action: 'svc:DeleteObject',
  resources: ['/a'],
  valueAtRisk: '1.00',
}
const builder: Principal = {
  credential: 'builder',
  credentialId: 'bld_1',
  orgId: 'org_1',
  builderId: 'bld_1',
  actor: { type: 'builder', id: 'bld_1' },
  realmId: null,
  statements: null,
  expiresAtMs: 1,
}
const request: StepUpRequest = {
  id: 'stp_01k00000000000000000000000',
  need,
  asker: askerOf(builder),
  requestHash: requestHash('DELETE', '/x', {})!,
  status: 'approved',
  createdAt: 1,
  expiresAt: 2,
  decidedAt: 1,
  decidedBy: 'bld_1',
}

/** Opens nothing: a confirmation that is asked for here is a failure. */
const closed = {
  run: () => Promise.reject(new Error('A confirmation was opened')),
} as unknown as OpenStepUp
const settings = { appUrl: 'http://here.example' } as AuthSettings

const sent = (method: string, url: string, body: unknown = {}) =>
  ({ request: { method: () => method, request: { url }, body: () => body } }) as never

test.group('auth | step_up_gate', () => {
  const gate = new StepUpGate(closed, settings)
  const clock = new ManualClock()
  const confirmed: Principal = {
    ...builder,
    stepUp: new StepUpGrant(request, null as never, clock),
  }

  test('lets the confirmed request in, and every request without a confirmation', ({ assert }) => {
    assert.doesNotThrow(() => gate.assertBound(sent('DELETE', '/x'), confirmed))
    assert.doesNotThrow(() => gate.assertBound(sent('GET', '/y'), builder))
  })

  test('refuses any other request, also one with half a character, number {$i}')
    .with([
      sent('GET', '/x'),
      sent('DELETE', '/y'),
      sent('DELETE', '/x?a'),
      sent('DELETE', '/x', { a: 1 }),
      sent('DELETE', '/x', { a: '\ud800' }),
    ])
    .run(({ assert }, other) => {
      assert.throws(() => gate.assertBound(other, confirmed), /another request/)
    })

  test('a permit of unknown origin is bound to nothing and permits nothing', ({ assert }) => {
    const stepUp = { ...need, claim: async () => true }
    assert.throws(() => gate.assertBound(sent('DELETE', '/x'), { ...builder, stepUp }))
  })

  test('a confirmation never asks for the next one', async ({ assert }) => {
    const answer = await gate.refused(sent('DELETE', '/x'), confirmed, new StepUpRequired(need))
    assert.equal(answer.code, 'UNAUTHORIZED')
    assert.match(answer.message, /has changed since it was confirmed/)
  })

  test('a permit that somebody else has claimed is answered as used', async ({ assert }) => {
    const lost = new ServiceError('STEP_UP_REQUIRED')
    const answer = await gate.refused(sent('DELETE', '/x'), confirmed, lost)
    assert.equal(answer.code, 'UNAUTHORIZED')
    assert.match(answer.message, /has been used/)
  })

  test('other refusals pass', async ({ assert }) => {
    const refusal = new ServiceError('CONFLICT')
    for (const principal of [builder, confirmed]) {
      assert.equal(await gate.refused(sent('DELETE', '/x'), principal, refusal), refusal)
    }
  })
})
