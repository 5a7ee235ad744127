import { LruCache } from '@parley/findings'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound, problem } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Adapter, LiveBinding, ProviderCall } from '../../channels/index.ts'
import type { ConversationDeps, Receive, WriteLog } from '../deps.ts'

type LogRefusal = (agent: AgentKey, binding: LiveBinding, reason: string) => void

const gapMilliseconds = 60_000
const maxBindings = 10_000

/**
 * Anyone can call without a signature: each binding logs at most one line a minute, with a count of the refusals not
 * logged.
 */
function createRefusalLog({ world, writeLog }: { world: World; writeLog: WriteLog }): LogRefusal {
  const logged = new LruCache<string, { at: number; since: number }>(maxBindings)
  return (agent, { id, provider, channel }, reason) => {
    const now = world.now().getTime()
    const last = logged.get(id)
    if (last && now - last.at < gapMilliseconds) {
      last.since += 1
      return
    }
    logged.set(id, { at: now, since: 0 })
    const data = { provider, reason, ...(last?.since && { unlogged: last.since }) }
    writeLog(agent, { level: 'warn', event: 'channel.rejected', channel, data })
  }
}

export type ProviderDeps = Pick<
  ConversationDeps,
  'world' | 'channels' | 'fetch' | 'call' | 'apis' | 'gatewayPublicUrl'
> & {
  receive: Receive
  writeLog: WriteLog
}
type ProviderContext = ProviderDeps & {
  logRefusal: LogRefusal
  /** The gateway is shutting down: waiting callers get an answer. */
  closing: AbortSignal
}

const maxBytes = 2 * 1024 * 1024
/** Timeout for keys or large replies that must first be fetched from the provider. */
const askingSeconds = 20

/**
 * Serves the webhooks of providers; each binding has its own URL. Errors on our side return 5xx, so that the provider
 * repeats the call.
 */
export function serveProviders(app: FastifyInstance, deps: ProviderDeps): void {
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  const callDeps = { ...deps, logRefusal: createRefusalLog(deps), closing: closing.signal }
  // Apple appends its own path segment to the URL.
  for (const url of ['/providers/:bindingId', '/providers/:bindingId/message']) {
    app.route<{ Params: { bindingId: string } }>({
      method: ['GET', 'POST', 'DELETE'],
      url,
      bodyLimit: maxBytes,
      exposeHeadRoute: false,
      handler: (request, reply) => handleProviderCall(request, reply, callDeps),
    })
  }
}

async function handleProviderCall(
  request: FastifyRequest<{ Params: { bindingId: string } }>,
  reply: FastifyReply,
  deps: ProviderContext,
): Promise<FastifyReply> {
  const found = await deps.channels.findById(request.params.bindingId)
  if (!found) throw notFound()
  const { agent, binding } = found
  const adapter = deps.channels.requireAdapter(binding)
  const call = toProviderCall(request, deps.gatewayPublicUrl)
  const reason = await adapter.verify(call, binding, toAdapterTools(deps))
  if (reason !== undefined) {
    deps.logRefusal(agent, binding, reason)
    const detail = 'The call was not signed the way this provider signs its calls'
    throw problem('auth.unauthenticated', 401, { detail })
  }
  const parsed = adapter.parseAsking
    ? await adapter.parseAsking(call, binding, {
        ...toAdapterTools(deps),
        signal: AbortSignal.timeout(askingSeconds * 1000),
      })
    : adapter.parse(call, binding)
  if (parsed.inbounds.length > 0) await deps.receive(agent, binding, parsed.inbounds)
  return sendAnswer(reply, parsed.answerAfter ? await parsed.answerAfter(deps.closing) : parsed.answer)
}

const toAdapterTools = ({ fetch, call, apis, world }: ProviderDeps) => ({ fetch, call, apis, world })

function toProviderCall(request: FastifyRequest, publicUrl: string): ProviderCall {
  const { method, originalUrl, headers, body } = request
  const url = publicUrl + originalUrl
  const query = new Map<string, string>()
  for (const [name, value] of new URL(url).searchParams) if (!query.has(name)) query.set(name, value)
  const joined = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value])
  return {
    method,
    url,
    query: Object.fromEntries(query),
    headers: Object.fromEntries(joined),
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
  }
}

function sendAnswer(
  reply: FastifyReply,
  answer: ReturnType<Adapter['parse']>['answer'] = { status: 200 },
): FastifyReply {
  const { status, type = 'text/plain; charset=utf-8', body = '' } = answer
  return reply.code(status).header('cache-control', 'no-store').type(type).send(body)
}
