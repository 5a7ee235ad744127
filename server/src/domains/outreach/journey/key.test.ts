import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'

import { deriveJourneyKey, JourneySend } from './request.ts'

const now = new Date('2030-05-01T23:59:59.999Z')
const phone = '+12025550143'
const keyOf = (body: object, { outreachId = 'spring', at = now } = {}) =>
  deriveJourneyKey(JourneySend.parse(body), outreachId, at)
const step = { versionId: 'v1', nodeId: 'n2', instanceId: 'i3' }

test('the key consists of the step, the entry and the Outreach', () => {
  const keyed = keyOf({ profile: { phone, id: 'p' }, journey: step })
  assert.deepEqual(keyed, { key: 'journey:v1:n2:i3:spring', idempotency: 'journey' })
})

test('ids that contain colons never produce the key of other ids', () => {
  const id = fc.string({ unit: fc.constantFrom('a', ':', '%', '3', 'A', '5'), minLength: 1, maxLength: 5 })
  const ids = fc.tuple(id, id, id)
  const made = ([versionId, nodeId, instanceId]: string[]) =>
    keyOf({ profile: { phone }, journey: { versionId, nodeId, instanceId } }).key
  fc.assert(
    fc.property(ids, ids, (one, other) => (made(one) === made(other)) === (one.join('\n') === other.join('\n'))),
  )
})

test('without all three ids the key uses the profile id, otherwise channel and phone, per UTC day', () => {
  for (const left of ['versionId', 'nodeId', 'instanceId']) {
    const { key, idempotency } = keyOf({ profile: { phone, id: 'cust-1' }, journey: { ...step, [left]: null } })
    assert.equal(idempotency, 'derived')
    assert.match(key ?? '', /^journey-day:2030-05-01:profile:[0-9a-f]{64}:spring$/)
  }
  const byId = keyOf({ profile: { phone, id: 'cust-1' } }).key
  const byPhone = keyOf({ profile: { phone } }).key
  assert.equal(keyOf({ profile: { phone: '+12025550144', id: 'cust-1' } }).key, byId, 'the profile id decides')
  assert.equal(keyOf({ profile: { phone, channel: 'rcs' } }).key, byPhone)
  const others = [
    keyOf({ profile: { phone, id: 'cust-2' } }),
    keyOf({ profile: { phone, id: `rcs ${phone}` } }),
    keyOf({ profile: { phone: '+12025550144' } }),
    keyOf({ profile: { phone } }, { outreachId: 'autumn' }),
    keyOf({ profile: { phone } }, { at: new Date('2030-05-02T00:00:00Z') }),
  ]
  assert.equal(new Set([byId, byPhone, ...others.map(({ key }) => key)]).size, 7)
  assert.deepEqual(keyOf({ emulator: { personaId: 'cust-1' } }), { idempotency: 'derived' }, 'as any send to a persona')
})

test('a derived key reveals neither the profile id nor the number', () => {
  for (const profile of [{ phone }, { phone, id: 'cust-1' }]) {
    const { key = '' } = keyOf({ profile })
    assert.ok(!key.includes('2025550143') && !key.includes('cust-1'))
  }
})
