import {
  type Channel,
  type ContentMessage,
  compile,
  describeCapabilities,
  channels as everyChannel,
  getProfile,
  isSignal,
  render,
  validateMessage,
} from '@parley/amf'
import type { Db } from '../../../platform/db/database.ts'
import { notFound, problem } from '../../../platform/http/problem.ts'
import { type AgentKey, gatewayRoute, type Route } from '../../../platform/http/route.ts'
import type { World } from '../../../platform/world.ts'
import type { Channels } from '../../channels/index.ts'
import type { AcceptMessages, AcceptResult, SendRequest } from '../deps.ts'
import { findSandboxDestination } from '../sandbox/capture.ts'
import type { SandboxPeople } from '../sandbox/deps.ts'
import { windowState } from '../windows/window.ts'
import { type AgentContentSource, readAgentContent } from './agent-content.ts'
import * as bodies from './bodies.ts'
import { maxMessageLength } from './parse-message.ts'
import { readDestination } from './queries.ts'

const tag = 'Messages'
/** All routes here belong to one agent, and none runs inside a transaction. */
const plain = { tag, transaction: false } as const

export type MessageRouteDeps = {
  db: Db
  world: World
  accept: AcceptMessages
  channels: Channels
  contents: AgentContentSource
  sandboxPeople: SandboxPeople
}

export const messageRoutes = (deps: MessageRouteDeps): Route[] => [
  sendRoute(deps),
  compileRoute(deps),
  renderRoute(deps),
  capabilitiesRoute(deps),
]

function sendRoute({ accept }: MessageRouteDeps): Route {
  return gatewayRoute({
    ...plain,
    method: 'POST',
    path: '/messages',
    verb: 'send',
    provesToken: true,
    summary: 'Send messages to one person, or to several',
    description:
      'One result for each message, in order. 200 if at least one was accepted; 422 with the same `results` if none was.',
    body: bodies.SendBody,
    response: bodies.SendResults,
    problems: ['request.invalid'],
    handle: async ({ agent, body }) => {
      const results = await accept(agent, toSendRequests(body))
      if (results.some(({ accepted }) => accepted)) return { results }
      throw problem('request.invalid', 422, { detail: refusalSentence(results), results })
    },
  })
}

function toSendRequests(body: bodies.SendBody): SendRequest[] {
  const { priority } = body
  if ('userId' in body) return body.messages.map((message) => ({ asid: body.userId, message, priority }))
  return body.messages.map(({ userId, message }) => ({ asid: userId, message, priority }))
}

function refusalSentence(results: readonly AcceptResult[]): string {
  const [first] = results
  if (!first || first.accepted) return 'No message was accepted'
  return `No message was accepted: ${first.reason}${first.detail ? `, ${first.detail}` : ''}`
}

function compileRoute({ db, contents }: MessageRouteDeps): Route {
  return gatewayRoute({
    ...plain,
    method: 'POST',
    path: '/compile',
    summary: 'Compile AML into a message',
    description: 'Sends nothing. If there are problems, the answer is 422, and `problems` gives the position of each.',
    body: bodies.CompileBody,
    response: bodies.CompileResult,
    problems: ['request.invalid'],
    handle: async ({ agent, body }) => {
      const { message, warnings } = await compileOrRefuse(agent, body.aml, { db, contents })
      return { ...(!body.validateOnly && { message }), warnings, problems: [] }
    },
  })
}

async function compileOrRefuse(
  agent: AgentKey,
  aml: string,
  { db, contents }: { db: Db; contents: AgentContentSource },
) {
  if (aml.length > maxMessageLength) throw tooLong(maxMessageLength)
  const { message, warnings, problems } = compile(aml, { content: await readAgentContent(agent, { db, contents }) })
  const [first] = problems
  if (!first) return { message, warnings }
  const detail = `Line ${first.line}, column ${first.column}: ${first.message}`
  throw problem('request.invalid', 422, { detail, warnings, problems })
}

function renderRoute({ db, contents }: MessageRouteDeps): Route {
  return gatewayRoute({
    ...plain,
    method: 'POST',
    path: '/render',
    summary: 'Preview a message on every channel',
    description:
      "For each channel: the provider's payload, what the person reads and can tap, what could not be shown as " +
      'intended, and the segments on sms. Sends nothing.',
    body: bodies.RenderBody,
    response: bodies.Renderings,
    problems: ['request.invalid'],
    handle: async ({ agent, body }) => {
      if ((body.aml?.length ?? 0) > maxPreviewLength) throw tooLong(maxPreviewLength)
      const { message, warnings } =
        body.aml === undefined
          ? { message: parseContent(body.message), warnings: [] }
          : await compileOrRefuse(agent, body.aml, { db, contents })
      const { channels = everyChannel, locale } = body
      return { data: channels.map((channel) => renderOnChannel(channel, message, locale)), warnings }
    },
  })
}

function parseContent(value: unknown): ContentMessage {
  if (JSON.stringify(value ?? null).length > maxPreviewLength) throw tooLong(maxPreviewLength)
  const read = validateMessage(value)
  if ('invalid' in read) {
    const errors = read.invalid.errors.map(({ field, ...error }) => ({ field: `message.${field}`, ...error }))
    throw problem('request.invalid', 422, { detail: `The message cannot be rendered: ${read.invalid.reason}`, errors })
  }
  if (isSignal(read.message)) throw problem('request.invalid', 422, { detail: 'A signal has no content to show' })
  return read.message
}

/** A preview is rendered for every channel synchronously, which blocks other requests. */
const maxPreviewLength = 50_000

function tooLong(most: number) {
  return problem('request.invalid', 422, { detail: `A message has at most ${most} characters here` })
}

function renderOnChannel(channel: Channel, message: ContentMessage, locale: string | undefined) {
  const { messages, losses } = render(message, { channel, messageId: 'preview', locale })
  const segments = messages.reduce((sum, { sms }) => sum + (sms?.segments ?? 0), 0)
  return { channel, messages, losses, ...(channel === 'sms' && { segments }) }
}

function capabilitiesRoute({ db, world, channels, sandboxPeople }: MessageRouteDeps): Route {
  return gatewayRoute({
    ...plain,
    method: 'GET',
    path: '/capabilities',
    summary: "Read what a person's channel can show",
    query: bodies.CapabilitiesQuery,
    response: bodies.CapabilityDocument,
    problems: ['resource.not_found'],
    handle: async ({ agent, query }) => {
      const reached = await readDestination(db, agent, query.userId)
      const destination = reached ?? (await findSandboxDestination(db, agent, query.userId, sandboxPeople))
      if (!destination) throw notFound()
      const { channel, lastInboundAt } = destination
      const provider =
        'provider' in destination
          ? destination.provider
          : ((await channels.findByChannel(agent, channel))?.provider ?? 'none')
      const windowed = windowState(channel, lastInboundAt, world.now())
      return { ...describeCapabilities(getProfile(channel), { userId: query.userId, provider, windowState: windowed }) }
    },
  })
}
