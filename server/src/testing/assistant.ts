import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import { assertStatus, type Body, type Client, clientOf, type Reply } from './client.ts'

export type Door = { query?: string; headers?: Record<string, string> }

export type Assistant = {
  /** One message of the protocol, as clients of 2025 send it. */
  say(message: object): Promise<Reply>
  /** The result of a request. */
  ask(method: string, params?: object): Promise<Body>
  tools(): Promise<Body[]>
  /** What a tool has answered, and whether that is an error. */
  call(name: string, args?: object): Promise<{ isError: boolean; says: Body }>
}

/** An assistant at `/mcp`, with the token of this client. */
export function assistantOf(
  { app }: Pick<TestApp, 'app'>,
  { token }: Client,
  { query = '', headers = {} }: Door = {},
): Assistant {
  const accept = 'application/json, text/event-stream'
  const say: Assistant['say'] = (message) =>
    clientOf(app, token, '').raw('POST', `/mcp${query}`, JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }), {
      ...{ 'content-type': 'application/json', accept },
      ...headers,
    })
  const ask: Assistant['ask'] = async (method, params = {}) => {
    const { result, error } = assertStatus(await say({ method, params }), 200)
    assert.equal(error, undefined)
    return result
  }
  return {
    say,
    ask,
    tools: async () => (await ask('tools/list')).tools,
    async call(name, args = {}) {
      const { content, structuredContent: says, isError = false } = await ask('tools/call', { name, arguments: args })
      assert.deepEqual(JSON.parse(content[0].text), says, 'the text is the same for those who read only text')
      return { isError, says }
    },
  }
}
