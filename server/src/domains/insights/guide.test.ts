import { test } from 'node:test'
import { deskBench } from '../../testing/desk-bench.ts'
import { openGuide, runGuide } from '../../testing/guide.ts'

/** Checks docs/insights.md: makes its requests in order and compares the responses. */

const guide = openGuide('insights')

test('the requests in the guide work as documented', async () => {
  const bench = await deskBench()
  const { api, createPerson } = await bench.desk()
  const person = createPerson('rcs')
  await person.sendText('Do you sell marine paint?')
  bench.world.advance(1000)
  await person.sendText('Do you sell marine paint?')
  await bench.work()
  const org = { id: api.orgId, path: `/orgs/${api.orgId}`, api: api.client }
  await bench.server.member(org, 'viewer')
  await runGuide(guide.blocks('sh', 'json'), {
    call: ({ method, path, body }) =>
      api.client.call(method, path.replace(/^A/, api.path).replace(/^O/, org.path), body),
  })
})
