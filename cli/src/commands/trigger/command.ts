import { createHmac, randomUUID } from 'node:crypto'
import type { Channel } from '@parley/amf'
import { findNearestName } from '@parley/findings/edit-distance'
import { type CommandCall, defineCommand } from '../../command.ts'
import { userAgent } from '../../connection/connect.ts'
import { createIncompleteError, type ExitCode, exitCodes, usageError } from '../../exit.ts'
import type { Io } from '../../io.ts'
import {
  callProgram,
  type ProgramReply,
  parseProgramUrl,
  readWebhookSecret,
  signOrgEvent,
  type WebhookCall,
} from '../../program/call-program.ts'

import type { Paint } from '../../text/paint.ts'
import { stripControlCharacters, toPrintable } from '../../text/printable.ts'
import { type TriggerKind, triggerKinds } from './sample-event.ts'
import { webhookSamples } from './webhook-samples.generated.ts'

const acceptHeader = 'application/json, application/x-ndjson, text/svc-aml'

/** Signs a call as the gateway does (see docs/gateway.md). */
function signWebhookCall(envelope: object, secret: string, now: Date): WebhookCall {
  const body = JSON.stringify(envelope)
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const digest = createHmac('sha256', secret).update(`v0:${timestamp}:${body}`).digest('hex')
  const proof = { 'x-svc-request-timestamp': timestamp, 'x-svc-signature': `v0=${digest}` }
  return {
    headers: { 'content-type': 'application/json', accept: acceptHeader, 'user-agent': userAgent, ...proof },
    body,
  }
}

/** Content types from which the gateway reads replies. */
const readableContentTypes = ['application/json', 'application/x-ndjson', 'text/svc-aml']

type ProgramAnswer = Extract<ProgramReply, { status: number }>

/** Shows a program's answer and how the gateway, or Parley as the caller of a webhook, would interpret it. */
function formatAnswer({ status, contentType, body }: ProgramAnswer, isOrgEvent: boolean, paint: Paint): string[] {
  const text = bodyTextOf(body)
  const advice = isOrgEvent ? adviseOnOrgAnswer(status) : adviseOnAnswer({ status, contentType, text })
  return [...formatBody(text, contentType).map(stripControlCharacters), ...(advice ? [paint('yellow', advice)] : [])]
}

const bodyTextOf = (body: Buffer | undefined): string => body?.toString() ?? ''

/** Pretty-prints JSON. */
function formatBody(text: string, contentType = ''): string[] {
  if (text.trim() === '') return []
  try {
    return JSON.stringify(contentType.includes('json') ? JSON.parse(text) : throwNotJson(), undefined, 2).split('\n')
  } catch {
    return text.trimEnd().split(/\r?\n/)
  }
}

function throwNotJson(): never {
  throw new SyntaxError('read as is')
}

function adviseOnAnswer({ status, contentType = '', text }: { status: number; contentType?: string; text: string }) {
  if (status === 401 || status === 403) {
    return 'It rejected the signature: is PARLEY_SIGNING_SECRET the secret that the program uses?'
  }
  if (status === 404 || status === 405) return 'The program is running, but not at this path: check --to'
  if (status >= 300) return 'The gateway would deliver this event again later'
  const [type = ''] = contentType.split(';')
  if (text.trim() === '' || readableContentTypes.includes(type.trim().toLowerCase())) return undefined
  return `The gateway does not read replies of type ${toPrintable(type) || 'unknown (no content type)'}; it reads ${readableContentTypes.join(', ')}`
}

function adviseOnOrgAnswer(status: number): string | undefined {
  if (status === 401 || status === 403)
    return 'It rejected the signature: is PARLEY_WEBHOOK_SECRET the secret that the program uses?'
  if (status === 404 || status === 405) return 'The program is running, but not at this path: check --to'
  if (status === 410) return 'Parley would deactivate the webhook'
  return status >= 300 ? 'Parley would deliver this event again later' : undefined
}

const defaultTarget = 'http://localhost:3000/hook'
/** The gateway's timeout for webhooks. */
const answerSeconds = 30

const options = {
  to: { type: 'string', value: 'URL', description: `the program, or just its port; default: ${defaultTarget}` },
  text: { type: 'string', value: 'TEXT', description: 'the text of a message event; default: Hello' },
  channel: { type: 'string', value: 'CHANNEL', description: 'the channel: sms, webchat, …; default: rcs' },
} as const

export const triggerCommand = defineCommand({
  name: 'trigger',
  summary: 'send a sample event to a program on this machine, as Parley would',
  about: `sends a sample event to a program on this machine, in the same format and with the same signature
as the gateway or a webhook of an org, and shows the response. It needs no Parley server, and
contacts no person. The secret is PARLEY_SIGNING_SECRET for events of the gateway, where any value
works if the program uses the same one, and PARLEY_WEBHOOK_SECRET, whsec_…, for events of an org.`,
  args: [
    {
      name: 'EVENT',
      description: formatKinds(triggerKinds),
      choices: [...triggerKinds, ...Object.keys(webhookSamples)],
    },
  ],
  options,
  exitDescriptions: { 0: 'the program accepted it', 1: 'it refused, or failed', 3: 'it did not respond' },
  examples: [
    ['parley trigger message --text "I want to book"', `a person writes to the program at ${defaultTarget}`],
    ['parley trigger result --to 8787', 'a person taps an answer; the program is at port 8787'],
    ['parley trigger system.optOut --json | jq .status', 'a person opts out'],
    ['PARLEY_WEBHOOK_SECRET=whsec_… parley trigger person.created --to 8080', 'an event of an org'],
  ],
  next: [
    '`parley listen` forwards what real people say, and real events of the org; docs/gateway.md and\n  docs/webhooks.md describe every event',
  ],
  run: trigger,
})

function formatKinds(all: readonly string[]): string {
  return `the event: ${all.slice(0, 4).join(', ')},\n${all.slice(4, 8).join(', ')},\n${all.slice(8).join(', ')},\nor an event of an org, for example person.created`
}

type TriggerCall = CommandCall<typeof options>

async function trigger(call: TriggerCall): Promise<ExitCode> {
  const { io, print, paint, json } = call
  const to = parseProgramUrl('--to', call.options.to ?? defaultTarget)
  const { kind, eventId, isOrgEvent, request } = await buildSample(call)
  const began = io.now()
  const answer = await callProgram(request, { to, answerSeconds, readsRefusals: true }, io)
  if (io.interrupted.aborted) return exitCodes.interrupted
  if (answer.status === undefined)
    throw createIncompleteError(`${to} did not respond: ${answer.failed}. Is the program running?`)
  const { status, contentType, body } = answer
  const milliseconds = Math.round(io.now() - began)
  const exit = status >= 200 && status < 300 ? exitCodes.passed : exitCodes.failed
  print(`${kind} to ${to}: ${paint(exit === exitCodes.passed ? 'green' : 'red', `${status}`)} in ${milliseconds} ms`)
  for (const line of formatAnswer(answer, isOrgEvent, paint)) print(line)
  json({ exitCode: exit, event: kind, eventId, to, status, contentType, body: bodyTextOf(body), milliseconds })
  return exit
}

type Sample = { kind: string; eventId: string; isOrgEvent: boolean; request: WebhookCall }

async function buildSample({ options, args: [named = ''], io }: TriggerCall): Promise<Sample> {
  // Unique for each call: a program ignores a repeated event.
  const eventId = `evt_${randomUUID().replaceAll('-', '')}`
  const sample = Object.entries(webhookSamples).find(([name]) => name === named)?.[1]
  if (sample) return buildOrgSample({ ...sample, id: eventId }, { options, io })
  const kind = parseKind(named)
  const { text, channel } = options
  if (text !== undefined && kind !== 'message') throw usageError('--text is only for message events')
  const secret = readSecret(io)
  // Loaded on demand: other commands should not wait for this module.
  const { createSampleEvent } = await import('./sample-event.ts')
  const about = { kind, text: text ?? 'Hello', channel: await parseChannel(channel), eventId, at: io.currentDate() }
  const request = signWebhookCall(createSampleEvent(about), secret, io.currentDate())
  return { kind, eventId, isOrgEvent: false, request }
}

type OrgSample = Parameters<typeof signOrgEvent>[0]

function buildOrgSample(event: OrgSample, { options, io }: Pick<TriggerCall, 'options' | 'io'>): Sample {
  for (const name of ['text', 'channel'] as const)
    if (options[name] !== undefined) throw usageError(`--${name} is only for events of the gateway`)
  const secret = readWebhookSecret(io)
  if (!secret)
    throw usageError(
      'There is no secret of a webhook: set PARLEY_WEBHOOK_SECRET to the one that the program uses, whsec_…',
    )
  const now = io.currentDate()
  const request = signOrgEvent({ ...event, timestamp: now.toISOString() }, secret, now)
  return { kind: event.type, eventId: event.id, isOrgEvent: true, request }
}

function parseKind(named: string): TriggerKind {
  const known = triggerKinds.find((kind) => kind === named)
  if (known) return known
  const meant =
    findNearestName(named, [...triggerKinds, ...Object.keys(webhookSamples)]) ??
    triggerKinds.find((kind) => kind.toLowerCase() === `system.${named.toLowerCase()}`)
  const hint = meant
    ? `Did you mean ${meant}?`
    : `Events: ${triggerKinds.join(', ')}; or events of an org: ${Object.keys(webhookSamples).join(', ')}`
  throw usageError(`Unknown event ${toPrintable(named)}. ${hint}`)
}

function readSecret({ env, addSecret }: Pick<Io, 'env' | 'addSecret'>): string {
  const secret = env.PARLEY_SIGNING_SECRET
  if (!secret) {
    throw usageError('There is no signing secret: set PARLEY_SIGNING_SECRET to the value that the program uses')
  }
  addSecret(secret)
  return secret
}

async function parseChannel(channel: string | undefined): Promise<Channel> {
  const { channels } = await import('@parley/amf')
  const known = channels.find((one) => one === (channel ?? 'rcs'))
  if (known) return known
  throw usageError(`Unknown channel ${toPrintable(channel ?? '')}. Use one of: ${channels.join(', ')}`)
}
