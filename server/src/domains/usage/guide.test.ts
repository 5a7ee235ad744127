import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertStatus } from '../../testing/client.ts'
import { createGatewayBench } from '../../testing/gateway-bench.ts'
import { codeRowsOf, firstCellsOf, openGuide, runGuide } from '../../testing/guide.ts'
import { alertKinds, alertTargetKinds } from './alerts/schemas.ts'
import { measures } from './measures.ts'
import { UsageQuery } from './window.ts'

/** Checks docs/usage.md: makes its requests in order and compares the responses. */

const guide = openGuide('usage')

test('the requests in the guide work as documented', async () => {
  const bench = await createGatewayBench()
  const { api, call } = await bench.agent('rcs')
  // Parley's runtime answers.
  assertStatus(await call('DELETE', '/v4/webhook'), 200)
  await runGuide(guide.blocks('sh', 'json'), {
    call: ({ method, path, body }) =>
      path.startsWith('L')
        ? call(method, path.replace(/^L/, '/lab/v1'), body)
        : api.client.call(method, path.replace(/^A/, api.path).replace(/^O/, `/orgs/${api.orgId}`), body),
    onResponse: () => bench.work(),
  })
})

test('the guide lists every count, every parameter and every kind of alert', () => {
  const cells = firstCellsOf(guide.section('Counts'))
  assert.deepEqual(cells, [...measures, 'peopleWriting', ...Object.keys(UsageQuery.shape)])
  const rows = codeRowsOf(guide.section('Attention')).slice(1)
  assert.deepEqual(
    rows.map(([kind = '']) => kind.replaceAll('`', '')),
    [...alertKinds],
  )
  assert.deepEqual(new Set(rows.map(([, , target = '']) => target.replaceAll('`', ''))), new Set(alertTargetKinds))
})
