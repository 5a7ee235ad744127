import { randomUUID } from 'node:crypto'
import type { Channel } from '@parley/amf'
import { type Call, command } from '../../command.ts'
import { nearest } from '../../declared/nearest.ts'
import { type Exit, exits, misused, undone } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { callProgram } from '../../program/call.ts'
import { targetOf } from '../../program/target.ts'
import { plain } from '../../text/plain.ts'
import { type Kind, kinds } from './kinds.ts'
import { answerLines, textOf } from './show.ts'
import { signed } from './signed.ts'

const usualTarget = 'http://localhost:3000/hook'
/** As long as a webhook has. */
const answerSeconds = 30

const options = {
  to: { type: 'string', value: 'URL', says: `the program: ${usualTarget} when left out, or just a port` },
  text: { type: 'string', value: 'TEXT', says: 'what the person says, with message; Hello when left out' },
  channel: { type: 'string', value: 'CHANNEL', says: 'where it happens: sms, webchat, …; rcs when left out' },
} as const

export const triggerCommand = command({
  name: 'trigger',
  summary: 'send a program on this machine a sample event, as the gateway would',
  about: `sends a program on this machine a sample event, in the shape and with the
signature of the gateway, and shows what it answers. No Parley is needed, and nobody is written to.
The secret is that of PARLEY_SIGNING_SECRET; any will do that the program has, too.`,
  args: [{ name: 'EVENT', says: eventsIn(kinds) }],
  options,
  ends: { 0: 'the program has taken it', 1: 'it has refused, or failed', 3: 'there was no answer' },
  examples: [
    ['parley trigger message --text "I want to book"', `somebody writes to the program at ${usualTarget}`],
    ['parley trigger result --to 8787', 'somebody taps an answer; the program is at port 8787'],
    ['parley trigger system.optOut --json | jq .status', 'somebody wants to hear nothing any more'],
  ],
  next: ['`parley listen` passes on what real people say; docs/gateway.md tells of every event'],
  run: trigger,
})

/** In lines that fit. */
function eventsIn(all: readonly string[]): string {
  return `what happens: ${all.slice(0, 4).join(', ')},\n${all.slice(4, 8).join(', ')},\n${all.slice(8).join(', ')}`
}

async function trigger(call: Call<typeof options>): Promise<Exit> {
  const { io, say, paint, json } = call
  const to = targetOf('--to', call.options.to ?? usualTarget)
  const secret = secretIn(io)
  const { kind, envelope } = await sampleFor(call)
  const began = io.now()
  const answer = await callProgram(signed(envelope, secret, io.today()), { to, answerSeconds, readsRefusals: true }, io)
  if (io.interrupted.aborted) return exits.interrupted
  if (answer.status === undefined) throw undone(`${to} has not answered: ${answer.failed}. Is the program running?`)
  const { status, contentType, body } = answer
  const milliseconds = Math.round(io.now() - began)
  const exit = status >= 200 && status < 300 ? exits.passed : exits.failed
  say(`${kind} to ${to}: ${paint(exit === exits.passed ? 'green' : 'red', `${status}`)} in ${milliseconds} ms`)
  for (const line of answerLines(answer, paint)) say(line)
  const { eventId } = envelope.event
  json({ exitCode: exit, event: kind, eventId, to, status, contentType, body: textOf(body), milliseconds })
  return exit
}

async function sampleFor({ options: { text, channel }, args: [named = ''], io }: Call<typeof options>) {
  const kind = kindOf(named)
  if (text !== undefined && kind !== 'message') throw misused('--text is what a person says: it goes with message')
  // Another one each time: a program answers a repeat without acting again.
  const eventId = `evt_${randomUUID().replaceAll('-', '')}`
  // Whoever asks for something else need not wait until all of this is loaded.
  const { sampleOf } = await import('./sample.ts')
  const about = { kind, text: text ?? 'Hello', channel: await channelOf(channel), eventId, at: io.today() }
  return { kind, envelope: sampleOf(about) }
}

function kindOf(named: string): Kind {
  const known = kinds.find((kind) => kind === named)
  if (known) return known
  const meant = nearest(named, kinds) ?? kinds.find((kind) => kind.toLowerCase() === `system.${named.toLowerCase()}`)
  const hint = meant ? `Did you mean ${meant}?` : `There are: ${kinds.join(', ')}`
  throw misused(`There is no event ${plain(named)}. ${hint}`)
}

function secretIn({ env, hush }: Pick<Io, 'env' | 'hush'>): string {
  const secret = env.PARLEY_SIGNING_SECRET
  if (!secret) {
    throw misused(
      'Say what to sign with: set PARLEY_SIGNING_SECRET to the signing secret that the program has, whatever it is',
    )
  }
  hush(secret)
  return secret
}

async function channelOf(channel: string | undefined): Promise<Channel> {
  const { channels } = await import('@parley/amf')
  const known = channels.find((one) => one === (channel ?? 'rcs'))
  if (known) return known
  throw misused(`There is no channel ${plain(channel ?? '')}. There are: ${channels.join(', ')}`)
}
