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
  const { userId: memberId } = await bench.server.member(
    { id: api.orgId, path: `/orgs/${api.orgId}`, api: api.client },
    'viewer',
  )
  const ids: Record<string, string> = { memberId }
  await runGuide(guide.blocks('http', 'json'), {
    call: ({ method, path, body }) => api.client.call(method, path.replace(/^A/, api.path), body),
    ids,
    onResponse: ({ path }, body) => {
      if (path.endsWith('/unanswered')) ids.questionId = body.data[0].id
    },
  })
})
