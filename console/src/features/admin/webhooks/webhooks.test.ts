import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readConnectionsSearch } from '../connections/connections-search.ts'
import type { Webhook } from './data.ts'
import { readDeliverySearch } from './delivery-search.ts'
import { webhookStateOf } from './webhook-state.ts'

test('the address keeps the filter of deliveries and drops unknown values', () => {
  const search = { tab: 'nothing', status: 'failed', type: 'person.created', delivery: 7 }
  assert.deepEqual(readDeliverySearch(search), { status: 'failed', type: 'person.created' })
})

test('the OAuth reason in the address counts only together with the status of the provider', () => {
  assert.deepEqual(readConnectionsSearch({ reason: 'access_denied' }), {})
  const refused = { oauthStatus: 'error', reason: 'access_denied' }
  assert.deepEqual(readConnectionsSearch({ ...refused, code: 'x' }), refused)
})

const webhook = { active: true } as Webhook
const at = '2030-01-31T09:00:00.000Z'
const cases: [what: Webhook, state: string][] = [
  [webhook, 'active'],
  [{ ...webhook, failingSince: at }, 'failing'],
  [{ ...webhook, active: false, failingSince: at }, 'paused'],
  [{ ...webhook, active: false, deactivation: { at, reason: 'gone' } }, 'deactivated'],
]
for (const [what, state] of cases) test(`a webhook may be ${state}`, () => assert.equal(webhookStateOf(what), state))
