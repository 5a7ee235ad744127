import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { firstCellsOf, openGuide, runGuide } from '../../../testing/guide.ts'
import { AuditEntry, AuditQuery } from './entry.ts'

/** Checks docs/audit-log.md: makes its requests, and compares its tables with the schemas. */

const guide = openGuide('audit-log')

test('the requests in the guide work as documented', async () => {
  const agent = await createTestAgent(await createTestApp())
  await runGuide(guide.blocks('sh', 'json'), {
    call({ method, path, body, headers }) {
      const filled = path.replace(/^A/, agent.path).replace(/^O/, `/orgs/${agent.orgId}`)
      return agent.client.call(method, filled, body, headers)
    },
  })
})

test('the guide lists every field and every parameter, and no other', () => {
  assert.deepEqual(firstCellsOf(guide.section('The audit log')), Object.keys(AuditEntry.shape))
  assert.deepEqual(firstCellsOf(guide.section('Searching')), Object.keys(AuditQuery.shape))
})
