import { type ToolAdapter, type ToolCall, ToolError, type ToolResponse } from '../../adapter.ts'

/** The operator's own endpoint: receives `{ event, payload }` as JSON, and whatever it answers is the result. */
export const httpWebhookAdapter: ToolAdapter = {
  toolId: '@svc/tool.http-webhook',
  usesConfiguredUrl: true,
  baseUrl: ({ url }) => String(url),
  sideEffects: true,
  async call({ config, secrets, with: given, idempotencyKey, request }: ToolCall) {
    const headers = {
      'idempotency-key': idempotencyKey,
      ...(secrets.authorization !== undefined && { authorization: secrets.authorization }),
    }
    const method = typeof config.method === 'string' ? config.method : 'POST'
    const response = await request({ method, path: '', headers, json: { event: given.event, payload: given.payload } })
    if (response.status >= 400) throw toWebhookError(response)
    return readAnswer(response)
  },
}

function toWebhookError({ status }: ToolResponse): ToolError {
  if (status === 401 || status === 403)
    return new ToolError(
      'unauthorized',
      `The endpoint refused the call (${status}). Check its Authorization value.`,
      status,
    )
  if (status === 429)
    return new ToolError('rateLimited', 'The endpoint is receiving too many calls (429). Try later.', status)
  if (status < 500)
    return new ToolError(
      'invalid',
      `The endpoint rejected the call (${status}). Check its address and what it expects.`,
      status,
    )
  return new ToolError('failed', `The endpoint failed (${status}). Check its logs, then try again.`, status)
}

/** JSON as it is, else the text; a binary body is only described. */
function readAnswer({ status, text }: ToolResponse): unknown {
  if (text.trim() === '') return { status }
  try {
    return JSON.parse(text)
  } catch {
    // The replacement character stands for bytes that are not text.
    return text.includes('\u0000') || text.includes('\ufffd')
      ? { status, note: 'The answer is not text.' }
      : text.trim()
  }
}
