import { after } from 'node:test'
import { createOutbound, type Outbound, OutboundFailedError } from '../../../../platform/outbound/index.ts'
import { type HttpTestProvider, openTestProvider } from '../../../../platform/outbound/testing/http-provider.ts'
import { type ToolAdapter, type ToolCall, ToolError, type ToolRequest, type ToolResponse } from '../../adapter.ts'

/** A tool whose provider is a server on loopback. */
export type TestTool = HttpTestProvider & { adapter: ToolAdapter; call(given: TestToolCall): Promise<unknown> }

export type TestToolCall = Pick<ToolCall, 'with'> &
  Partial<Pick<ToolCall, 'config' | 'secrets' | 'accessToken' | 'idempotencyKey' | 'now'>> & {
    /** The access token after a refresh of the grant. */
    refreshedToken?: string
    /** Default: 10 seconds. */
    timeoutMilliseconds?: number
  }

/** Opens the provider of a tool; closes with the test or file that opened it. */
export async function openTestTool(adapter: ToolAdapter): Promise<TestTool> {
  const provider = await openTestProvider()
  const outbound = createOutbound({ allowPrivateNetwork: true })
  after(() => outbound.close())
  return { ...provider, adapter, call: (given) => callTool(adapter, given, { outbound, baseUrl: provider.url }) }
}

type Connection = { outbound: Outbound; baseUrl: string }

function callTool(adapter: ToolAdapter, given: TestToolCall, connection: Connection): Promise<unknown> {
  const { config = {}, secrets = {}, accessToken, refreshedToken, idempotencyKey = 'call_1' } = given
  const { timeoutMilliseconds = 10_000 } = given
  const send = (request: ToolRequest, token?: string) =>
    sendRequest(request, { ...connection, token, timeoutMilliseconds })
  return adapter.call({
    config,
    secrets,
    ...(accessToken !== undefined && { accessToken }),
    with: given.with,
    idempotencyKey,
    now: given.now ?? new Date('2030-05-14T12:00:00Z'),
    baseUrl: connection.baseUrl,
    async request(request) {
      const response = await send(request, accessToken)
      return response.status === 401 && refreshedToken ? send(request, refreshedToken) : response
    },
  })
}

async function sendRequest(
  { method, path, query = {}, headers = {}, json, form }: ToolRequest,
  { outbound, baseUrl, token, timeoutMilliseconds }: Connection & { token?: string; timeoutMilliseconds: number },
): Promise<ToolResponse> {
  const search = new URLSearchParams(query).toString()
  const [type, body] = form
    ? ['application/x-www-form-urlencoded', new URLSearchParams(form).toString()]
    : ['application/json', json === undefined ? undefined : JSON.stringify(json)]
  const response = await outbound
    .call(`${baseUrl}${path}${search && `?${search}`}`, {
      method,
      headers: {
        ...headers,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': type }),
      },
      body,
      timeoutMilliseconds,
      maxBytes: 64 * 1024,
    })
    .catch((error) => {
      if (!(error instanceof OutboundFailedError)) throw error
      throw new ToolError('timeout', 'The provider did not respond in time. Try again later.')
    })
  return {
    status: response.status,
    headers: { get: (name) => response.header(name) ?? null },
    text: response.text,
    json: () => JSON.parse(response.text),
  }
}
