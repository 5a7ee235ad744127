import { test } from 'node:test'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { openGuide, runGuide } from '../../../testing/guide.ts'

/** Checks docs/versions.md: makes its requests in order and compares the responses. */
test('the requests in the guide work as documented', async () => {
  const agent = await createTestAgent(await createTestApp())
  await runGuide(openGuide('versions').blocks('sh', 'json'), {
    call: ({ method, path, body, headers }) => agent.client.call(method, path.replace(/^A/, agent.path), body, headers),
  })
})
