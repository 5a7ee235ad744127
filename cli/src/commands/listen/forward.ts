import type { Io } from '../../io.ts'

/** A call of the webhook, as the gateway hands it on. */
export type RelayedCall = { callId: string; headers: Record<string, string>; body: string }
/** What is sent back: the answer, or why there is none. */
export type Relayed =
  | { status: number; headers?: { 'content-type'?: string }; body?: string }
  | { failed: string; status?: undefined }

/** The gateway reads no more than one byte less of an answer. */
const mostBytes = 1_000_001
/** The gateway hears in time that there is no answer. */
const spareMilliseconds = 500

type Forwarding = { to: string; answerSeconds: number }

/** Calls the program on this machine as the gateway would call a webhook, and reads its whole answer. */
export async function forward(call: RelayedCall, { to, answerSeconds }: Forwarding, io: Forwarder): Promise<Relayed> {
  const late = AbortSignal.timeout(answerSeconds * 1000 - spareMilliseconds)
  const signal = AbortSignal.any([late, io.interrupted])
  try {
    const { headers, body } = call
    const response = await io.fetch(to, { method: 'POST', headers, body, redirect: 'manual', signal })
    return await answerIn(response)
  } catch (error) {
    return { failed: late.aborted ? `no whole answer within ${answerSeconds} seconds` : reasonOf(error) }
  }
}
export type Forwarder = Pick<Io, 'fetch' | 'interrupted'>

async function answerIn(response: Response): Promise<Relayed> {
  const { status } = response
  if (status < 200 || status > 599) return { failed: `an answer with status ${status}` }
  const body = response.ok ? await bytesOf(response) : undefined
  if (!body) await response.body?.cancel()
  const type = response.headers.get('content-type')
  return {
    status,
    ...(type !== null && { headers: { 'content-type': type.slice(0, 200) } }),
    ...(body && body.length > 0 && { body: body.toString('base64') }),
  }
}

async function bytesOf({ body }: Response): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of body ?? []) {
    pieces.push(piece)
    length += piece.length
    if (length >= mostBytes) break
  }
  return Buffer.concat(pieces).subarray(0, mostBytes)
}

const reasons: Record<string, string> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up',
}

function reasonOf(error: unknown): string {
  const { cause } = error as { cause?: { code?: string; errors?: { code?: string }[] } }
  return reasons[cause?.code ?? cause?.errors?.[0]?.code ?? ''] ?? 'the connection was cut'
}
