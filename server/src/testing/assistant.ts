import assert from 'node:assert/strict'
import type { TestApp } from './app.ts'
import { assertStatus, createTestClient, type ReplyBody, type TestClient, type TestReply } from './client.ts'

export type AssistantOptions = { query?: string; headers?: Record<string, string> }

export type Assistant = {
  /** Sends one protocol message, as clients of the 2025 versions do. */
  send(message: object): Promise<TestReply>
  request(method: string, params?: object): Promise<ReplyBody>
  tools(): Promise<ReplyBody[]>
  /** Calls a tool; returns its content and whether it is an error. */
  call(name: string, args?: object): Promise<{ isError: boolean; content: ReplyBody }>
}

/** An assistant at `/mcp`, with the token of this client. */
export function createAssistant(
  { app }: Pick<TestApp, 'app'>,
  { token }: TestClient,
  { query = '', headers = {} }: AssistantOptions = {},
): Assistant {
  const accept = 'application/json, text/event-stream'
  const sendMessage: Assistant['send'] = (message) =>
    createTestClient(app, token, '').raw(
      'POST',
      `/mcp${query}`,
      JSON.stringify({ jsonrpc: '2.0', id: 1, ...message }),
      {
        ...{ 'content-type': 'application/json', accept },
        ...headers,
      },
    )
  const sendRequest: Assistant['request'] = async (method, params = {}) => {
    const { result, error } = assertStatus(await sendMessage({ method, params }), 200)
    assert.equal(error, undefined)
    return result
  }
  return {
    send: sendMessage,
    request: sendRequest,
    tools: async () => (await sendRequest('tools/list')).tools,
    async call(name, args = {}) {
      const {
        content,
        structuredContent: structured,
        isError = false,
      } = await sendRequest('tools/call', { name, arguments: args })
      assert.deepEqual(JSON.parse(content[0].text), structured, 'the text is the same for those who read only text')
      return { isError, content: structured }
    },
  }
}
