import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AttentionEntry, buildAlertLink } from './AlertListView.tsx'

const entry = (target: AttentionEntry['target'], agentId?: string): AttentionEntry => ({
  kind: 'lint.errors',
  severity: 'error',
  text: 'Something is wrong.',
  target,
  ...(agentId && { agentId }),
})

const cases: [target: AttentionEntry['target'], agentId: string | undefined, to: RegExp][] = [
  [{ kind: 'connection', id: 'con_01' }, undefined, /settings\/connections$/],
  [{ kind: 'webhook', id: 'whk_01' }, undefined, /settings\/webhooks\/\$webhookId$/],
  [{ kind: 'channel', id: 'chn_01' }, 'desk', /agents\/\$agent\/channels$/],
  [{ kind: 'tool', id: 'orders' }, 'desk', /agents\/\$agent\/setup$/],
  [{ kind: 'campaign', id: 'cmp_01' }, 'desk', /campaigns\/\$campaignId$/],
  [{ kind: 'source', id: 'src_01' }, 'desk', /knowledge\/sources$/],
  [{ kind: 'testRun', id: 'run_01' }, 'desk', /tests\/runs\/\$runId$/],
  [{ kind: 'lint' }, 'desk', /edit\/lint$/],
  [{ kind: 'sends' }, 'desk', /outreach\/sends$/],
  [{ kind: 'template-update' }, 'desk', /edit\/updates$/],
]

for (const [target, agentId, to] of cases) {
  test(`an alert about a ${target.kind} links to its own page`, () => {
    const place = buildAlertLink('demo', entry(target, agentId))
    assert.match(String(place.to), to)
    assert.equal((place.params as unknown as Record<string, string>).org, 'demo')
  })
}
