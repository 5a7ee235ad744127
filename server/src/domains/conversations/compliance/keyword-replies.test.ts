import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AgentDefinition } from '@parley/definition'
import { formatHelpReply } from './keyword.ts'

const cases: [identity: AgentDefinition['identity'], says: string][] = [
  [{}, 'Harbour: reply here and we will help. Reply STOP to unsubscribe.'],
  [
    { contactPhone: '+1 202 555 0143', contactAvailability: 'Weekdays 9 to 5.' },
    'Harbour: for help call +1 202 555 0143. Weekdays 9 to 5. Reply STOP to unsubscribe.',
  ],
  [
    { contactPhone: '+12025550143', contactEmail: 'hello@example.com', websiteUrl: 'https://example.com' },
    'Harbour: for help call +12025550143 or write to hello@example.com or see https://example.com. ' +
      'Reply STOP to unsubscribe.',
  ],
]
for (const [identity, says] of cases) {
  test(`with ${Object.keys(identity).join(', ') || 'nothing'} in the identity, HELP is answered from it`, () => {
    assert.equal(formatHelpReply({ agent: { name: 'Harbour' }, identity }), says)
  })
}
