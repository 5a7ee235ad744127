import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createTestAgent } from '../server/src/testing/agent.ts'
import { createTestApp } from '../server/src/testing/app.ts'
import { createScratchFolder } from '../server/src/testing/process.ts'

/** The published MCP client against `/mcp` and `parley mcp`: both offer the same tools. */

const server = await createTestApp()
const agent = await createTestAgent(server)
await server.app.listen({ port: 0, host: '127.0.0.1' })
const origin = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`
const token = agent.client.token ?? ''
const program = fileURLToPath(new URL('../cli/bin/parley.mjs', import.meta.url))
const folder = createScratchFolder()

type Mode = 'legacy' | 'auto'
type CreateTransport = (...options: string[]) => StreamableHTTPClientTransport | StdioClientTransport

const transports: Record<string, CreateTransport> = {
  '/mcp': (...options) => {
    const at = new URL(`${origin}/mcp`)
    if (options.includes('--read-only')) at.searchParams.set('readOnly', 'true')
    return new StreamableHTTPClientTransport(at, { requestInit: { headers: { authorization: `Bearer ${token}` } } })
  },
  'parley mcp': (...options) => createStdioTransport({ PARLEY_URL: origin, PARLEY_API_KEY: token }, ...options),
}

function createStdioTransport(settings: Record<string, string>, ...options: string[]): StdioClientTransport {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, HOME: folder, ...settings }
  return new StdioClientTransport({
    ...{ command: process.execPath, args: [program, 'mcp', ...options], cwd: folder, env },
    stderr: 'pipe',
  })
}

async function withClient<T>(
  transport: ReturnType<CreateTransport>,
  mode: Mode,
  run: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } })
  await client.connect(transport)
  try {
    return await run(client)
  } finally {
    await client.close()
  }
}

for (const [name, createTransport] of Object.entries(transports)) {
  for (const mode of ['legacy', 'auto'] as const) {
    test(`a client (${mode}) works with an agent at ${name}`, async () => {
      await withClient(createTransport(), mode, async (client) => {
        assert.equal(client.getServerVersion()?.name, 'parley')
        assert.equal(client.getNegotiatedProtocolVersion(), mode === 'auto' ? '2026-07-28' : '2025-11-25')
        assert.match(client.getInstructions() ?? '', /whoami/)
        const { tools } = await client.listTools()
        assert.ok(tools.some(({ name, annotations }) => name === 'read_section' && annotations?.readOnlyHint))
        const created = await client.callTool({ name: 'create_person', arguments: { firstName: 'Ada' } })
        assert.equal(created.isError, undefined)
        assert.equal((created.structuredContent as { firstName: string }).firstName, 'Ada')
        const invalidCall = await client.callTool({ name: 'create_person', arguments: { boat: 'sloop' } })
        assert.equal(invalidCall.isError, true)
        const { contents } = await client.readResource({ uri: 'parley://docs/agents' })
        assert.equal(contents.length, 1)
        assert.ok((await client.listPrompts()).prompts.length > 0)
      })
    })
  }

  test(`in read-only mode a client can change nothing at ${name}`, async () => {
    await withClient(createTransport('--read-only'), 'auto', async (client) => {
      const { tools } = await client.listTools()
      assert.ok(tools.length > 0 && tools.every(({ annotations }) => annotations?.readOnlyHint))
      const refusedCall = await client.callTool({ name: 'replace_personality', arguments: { text: 'Rude.' } })
      assert.equal(refusedCall.isError, true)
    })
  })
}

test('the assistant configurations of the guide connect', async () => {
  const guide = readFileSync(new URL('../docs/mcp.md', import.meta.url), 'utf8')
  const documentedTools = guide
    .replaceAll('http://127.0.0.1:4000', origin)
    .replaceAll('sk-svc-…', token)
    .replaceAll('/path/to/parley/cli/bin/parley.mjs', program)
  const documents = [...documentedTools.matchAll(/^```json\n(\{ "mcpServers".*)\n```$/gm)].map(([, text = '']) =>
    JSON.parse(text),
  )
  const [http, stdio] = documents.map(({ mcpServers }) => mcpServers.parley)
  const httpTransport = new StreamableHTTPClientTransport(new URL(http.url), { requestInit: { headers: http.headers } })
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env
  const env = { PATH, NODE_COMPILE_CACHE, HOME: folder, ...stdio.env }
  const stdioTransport = new StdioClientTransport({ command: process.execPath, args: stdio.args, cwd: folder, env })
  for (const transport of [httpTransport, stdioTransport]) {
    const { isError } = await withClient(transport, 'auto', (client) => client.callTool({ name: 'whoami' }))
    assert.equal(isError, undefined)
  }
})

test('parley mcp is restricted to the agent of its option', async () => {
  const { body } = await agent.client.post(`/orgs/${agent.orgId}/agents`, { name: 'Second' })
  await withClient(transports['parley mcp']?.('--agent', body.id) as StdioClientTransport, 'auto', async (client) => {
    const { structuredContent } = await client.callTool({ name: 'read_section', arguments: { section: 'agent' } })
    assert.equal((structuredContent as { id: string }).id, body.id)
    assert.ok((await client.listTools()).tools.every(({ name }) => name !== 'list_agents'))
  })
})

test('parley mcp reports what is wrong if Parley is unreachable, and never prints the key', async () => {
  for (const [env, message] of [
    [{ PARLEY_URL: origin, PARLEY_API_KEY: 'sk-svc-none' }, /key was not accepted/],
    [{ PARLEY_URL: 'http://127.0.0.1:1', PARLEY_API_KEY: token }, /cannot be reached/],
  ] as const) {
    const transport = createStdioTransport(env)
    const errorOutput: string[] = []
    transport.stderr?.on('data', (piece) => errorOutput.push(String(piece)))
    await assert.rejects(
      withClient(transport, 'legacy', async () => undefined),
      message,
    )
    await transport.close()
    assert.match(errorOutput.join(''), message)
    assert.ok(!errorOutput.join('').includes(token))
  }
})
