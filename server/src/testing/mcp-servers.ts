import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo, createServer as createNetServer } from 'node:net'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createScratchFolder } from './process.ts'

/** MCP servers that others publish, to try integrations against. */

const programOf = (name: string): string =>
  join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'dist/index.js')

async function findFreePort(): Promise<number> {
  const probe = createNetServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** The reference server, which has a tool for every feature of the protocol; over streamable HTTP. */
export async function openEverythingServer(): Promise<{ url: string }> {
  const port = await findFreePort()
  const { PATH = '' } = process.env
  const program = programOf('@modelcontextprotocol/server-everything')
  const env = { PATH, PORT: String(port) }
  const child = spawn(process.execPath, [program, 'streamableHttp'], { env, stdio: ['ignore', 'ignore', 'pipe'] })
  after(() => void child.kill('SIGKILL'))
  for await (const chunk of child.stderr) if (/listening/i.test(String(chunk))) break
  assert.equal(child.exitCode, null, 'the server ended')
  child.stderr.destroy()
  return { url: `http://127.0.0.1:${port}/mcp` }
}

type RpcMessage = { id?: string | number; method?: string; params?: { name?: string } }

/** A server that keeps a graph of notes in a file. It speaks over pipes only, so this passes its messages on. */
export async function openMemoryServer(): Promise<{ url: string; calls: string[] }> {
  const { PATH = '' } = process.env
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programOf('@modelcontextprotocol/server-memory')],
    env: { PATH, MEMORY_FILE_PATH: join(createScratchFolder(), 'memory.jsonl') },
    stderr: 'ignore',
  })
  const waiting = new Map<string | number, (message: object) => void>()
  transport.onmessage = (message) => waiting.get((message as RpcMessage).id ?? '')?.(message)
  await transport.start()
  const calls: string[] = []
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return void response.writeHead(405).end()
    const message = JSON.parse(Buffer.concat(await request.toArray()).toString()) as RpcMessage
    if (message.method === 'tools/call') calls.push(message.params?.name ?? '')
    const { id } = message
    const answer = id === undefined ? undefined : new Promise<object>((resolve) => waiting.set(id, resolve))
    await transport.send(message as never)
    if (!answer) return void response.writeHead(202).end()
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(await answer))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(async () => {
    server.closeAllConnections()
    server.close()
    await transport.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, calls }
}
