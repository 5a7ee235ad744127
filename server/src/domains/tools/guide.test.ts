import { test } from 'node:test'
import { openToolService } from '../../testing/actions-bench.ts'
import { createTestAgent } from '../../testing/agent.ts'
import { createTestApp } from '../../testing/app.ts'
import { openGuide, runGuide } from '../../testing/guide.ts'
import { openMemoryServer } from '../../testing/mcp-servers.ts'

test('the requests of docs/tools.md do what the guide says', async () => {
  const service = await openToolService(() => ({ body: '{"id":51}' }))
  const agent = await createTestAgent(await createTestApp({ config: { allowPrivateNetwork: true } }))
  await runGuide(openGuide('tools').blocks('sh', 'json'), {
    call({ method, path, body, headers }) {
      const own = JSON.stringify(body)?.replace('https://hooks.example.com', service.url)
      return agent.client.call(method, path.replace(/^A/, agent.path), own && JSON.parse(own), headers)
    },
  })
})

test('the requests of docs/integrations.md do what the guide says', async () => {
  const { url } = await openMemoryServer()
  const agent = await createTestAgent(await createTestApp({ config: { allowPrivateNetwork: true } }))
  await runGuide(openGuide('integrations').blocks('sh', 'json'), {
    call({ method, path, body, headers }) {
      const own = JSON.stringify(body)?.replace('https://mcp.example.com/mcp', url)
      return agent.client.call(method, path.replace(/^A/, agent.path), own && JSON.parse(own), headers)
    },
  })
})
