import { type Gateway, NotFound, ParleyError, ParleyUnreachable, Unauthorized } from '@parley/sdk'
import type { Call } from '../../command.ts'
import { misused, undone } from '../../exit.ts'
import type { Io } from '../../io.ts'
import { type Answered, callProgram, type WebhookCall } from '../../program/call.ts'
import { plain } from '../../text/plain.ts'
import { lineOf, passedOf } from './show.ts'

/** What the gateway says when it begins. */
export type Hello = {
  org: string
  agent: string
  insteadOf?: string
  answerSeconds: number
  signingSecret: { last4?: string }
}

type Listening = Pick<Call, 'io' | 'say' | 'paint' | 'json'> & {
  gateway: Gateway
  to: string
  /** Called once, when the first connection stands. */
  onBegin(hello: Hello): Promise<void>
}

/** As the gateway hands it on. */
type RelayedCall = WebhookCall & { callId: string }

const leastWaitMilliseconds = 500
const mostWaitMilliseconds = 15_000

/** Passes on what comes until somebody presses Ctrl-C, and finds its way back when the connection breaks. */
export async function listen(listening: Listening): Promise<void> {
  const { io, say } = listening
  let begun = false
  let wait = leastWaitMilliseconds
  const onHello = async (hello: Hello) => {
    wait = leastWaitMilliseconds
    if (begun) return say('Listening again')
    begun = true
    await listening.onBegin(hello)
  }
  while (!io.interrupted.aborted) {
    const trouble = await listenOnce(listening, onHello).catch((error: unknown) => {
      if (io.interrupted.aborted) return ''
      return troubleOf(error, begun)
    })
    if (io.interrupted.aborted) return
    if (trouble) say(`${trouble}; trying again`)
    await io.sleep(wait, io.interrupted)
    wait = Math.min(wait * 2, mostWaitMilliseconds)
  }
}

/** What will pass, in words. Throws what will not: a token that is no good, a gateway that was never there. */
function troubleOf(error: unknown, begun: boolean): string {
  if (error instanceof Unauthorized) {
    throw misused('The access token is not accepted: it may be mistyped, rotated since, or of another Parley')
  }
  const passes = error instanceof ParleyUnreachable || (error instanceof ParleyError && error.status >= 429)
  if (!begun || !passes) throw error
  return plain(error.message)
}

/** Until the connection ends; answers what there is to say about it. */
async function listenOnce(listening: Listening, onHello: (hello: Hello) => Promise<void>): Promise<string> {
  const { gateway, io } = listening
  const asked = { query: { name: nameOf(io) }, signal: io.interrupted }
  let answerSeconds = 30
  for await (const { event, data } of gateway.events('/listen', asked)) {
    if (event === 'listening') {
      answerSeconds = (data as Hello).answerSeconds
      await onHello(data as Hello)
    }
    // One may take long: the next is not held up by it.
    if (event === 'call') void pass(data as RelayedCall, answerSeconds, listening)
    if (event === 'ended') return endOf(data as { reason: string; by?: string })
  }
  return 'The connection has ended'
}

const nameOf = ({ machine }: Io): string => `parley listen on ${machine}`.slice(0, 100)

function endOf({ reason, by = '' }: { reason: string; by?: string }): string {
  if (reason === 'replaced') throw undone(`Somebody else listens for this agent now: ${plain(by)}`)
  return 'The gateway has ended it'
}

async function pass(call: RelayedCall, answerSeconds: number, listening: Listening): Promise<void> {
  const { gateway, to, io, say, paint, json } = listening
  const [at, began] = [io.today(), io.now()]
  const answer = await callProgram(call, { to, answerSeconds }, io)
  if (io.interrupted.aborted) return
  const passed = passedOf(call, answer, { at, milliseconds: io.now() - began })
  const unsaid = await gateway
    .post('/listen/calls/{callId}', { path: { callId: call.callId }, body: relayed(answer), signal: io.interrupted })
    .then(() => undefined, unsaidBecause)
  json({ ...passed, taken: unsaid === undefined, ...(unsaid !== undefined && { because: unsaid }) })
  say(lineOf(passed, paint) + (unsaid === undefined ? '' : `  ${paint('yellow', unsaid)}`))
}

function relayed({ status, contentType, body, ...rest }: Answered) {
  if (status === undefined) return rest as { failed: string }
  return {
    status,
    ...(contentType !== undefined && { headers: { 'content-type': contentType } }),
    ...(body && { body: body.toString('base64') }),
  }
}

function unsaidBecause(error: unknown): string {
  if (error instanceof NotFound) return 'too late: it comes again'
  return error instanceof Error ? plain(error.message) : 'the answer could not be sent'
}
