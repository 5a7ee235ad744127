import { test } from 'node:test'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { openGuide, runGuide } from '../../../testing/guide.ts'

/** Checks docs/versions.md: makes its requests in order and compares the responses. */
test('the requests in the guide work as documented', async () => {
  const agent = await createTestAgent(await createTestApp())
  const ids: Record<string, string> = {}
  await runGuide(openGuide('versions').blocks('http', 'json'), {
    ids,
    call: ({ method, path, body, headers }) => agent.client.call(method, path.replace(/^A/, agent.path), body, headers),
    onResponse: ({ path }, body) => {
      if (path === 'A/drafts') ids.draftId = body.id
    },
  })
})
