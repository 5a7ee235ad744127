import { type OrgClient, ParleyError, ParleyUnreachable, type Schema } from '@parley/sdk'
import type { CommandCall } from '../../command.ts'
import type { Io } from '../../io.ts'
import { callProgram, signOrgEvent } from '../../program/call-program.ts'
import { toPrintable } from '../../text/printable.ts'

type OrgEvent = Schema<'OrgEvent'>
type EventPage = { data: OrgEvent[]; nextPageToken?: string }
type ReadEvents = (page: { start?: string; limit: number; pageToken?: string }) => Promise<EventPage>

type OrgRelay = Pick<CommandCall, 'io' | 'print' | 'paint' | 'json'> & {
  client: OrgClient
  to: string
  secret: string
  /** Names of events; undefined for all. */
  names: readonly string[] | undefined
  /** Called once, when the events can be read. */
  onBegin(): void
}

/** As long as Parley waits for an endpoint. */
const answerSeconds = 15
const concurrentCalls = 20

/** Forwards each new event of the org to the program, signed as a webhook's, until the user presses Ctrl-C. */
export async function relayOrgEvents(relay: OrgRelay): Promise<void> {
  const { client, io, print, names, onBegin } = relay
  const read: ReadEvents = (query) => client.get('/webhook-events', { query })
  const onLost = () => print('Parley cannot be reached; trying again')
  for await (const events of followEvents({ read, io, onBegin, onLost })) {
    const wanted = events.filter(({ type }) => names?.includes(type) ?? true)
    for (let at = 0; at < wanted.length && !io.interrupted.aborted; at += concurrentCalls)
      await Promise.all(wanted.slice(at, at + concurrentCalls).map((event) => forwardEvent(event, relay)))
  }
}

async function forwardEvent(event: OrgEvent, { io, to, secret, print, paint, json }: OrgRelay): Promise<void> {
  const began = io.now()
  const answer = await callProgram(signOrgEvent(event, secret, io.currentDate()), { to, answerSeconds }, io)
  if (io.interrupted.aborted) return
  const milliseconds = Math.round(io.now() - began)
  const outcome = answer.status === undefined ? { failed: answer.failed } : { status: answer.status }
  const outcomeText = toPrintable(answer.status === undefined ? answer.failed : `${answer.status}`)
  json({ id: event.id, type: event.type, ...outcome, milliseconds })
  const isGood = answer.status !== undefined && answer.status >= 200 && answer.status < 300
  const said = paint(isGood ? 'green' : 'red', outcomeText)
  const time = paint('dim', io.currentDate().toTimeString().slice(0, 8))
  print(
    `${time}  ${toPrintable(event.type)}  ${toPrintable(event.id)}  ${said}${paint('dim', ` in ${milliseconds} ms`)}`,
  )
}

type FollowOptions = {
  read: ReadEvents
  io: Pick<Io, 'sleep' | 'interrupted'>
  onBegin(): void
  onLost(): void
}

const pollMilliseconds = 1_000
const pageSize = 200
/** An event gets its time when it is written and appears with its transaction: after newer ones, if that takes long. */
const overlapMilliseconds = 60_000

/** Yields the events that appear from now on, oldest first, until the interruption. */
async function* followEvents({ read, io, onBegin, onLost }: FollowOptions): AsyncGenerator<OrgEvent[], void> {
  const [latest] = (await read({ limit: 1 })).data
  const history = latest ? await readSince(read, overlapStart(latest.timestamp)) : []
  const seen = new Map(history.map(({ id, timestamp }) => [id, timestamp]))
  let newest = latest?.timestamp
  let isLost = false
  onBegin()
  while (!io.interrupted.aborted) {
    await io.sleep(pollMilliseconds, io.interrupted)
    if (io.interrupted.aborted) return
    const events = await readSince(read, newest && overlapStart(newest)).catch(toUndefinedIfTemporary)
    if (!events && !isLost) onLost()
    isLost = !events
    const fresh = (events ?? []).filter(({ id }) => !seen.has(id)).reverse()
    for (const { id, timestamp } of fresh) seen.set(id, timestamp)
    newest = [newest ?? '', ...fresh.map(({ timestamp }) => timestamp)].sort().at(-1) || undefined
    if (newest !== undefined) forgetBefore(seen, overlapStart(newest))
    if (fresh.length > 0) yield fresh
  }
}

/** All pages since then, newest first. */
async function readSince(read: ReadEvents, start: string | undefined): Promise<OrgEvent[]> {
  const events: OrgEvent[] = []
  let pageToken: string | undefined
  do {
    const page = await read({ ...(start && { start }), limit: pageSize, ...(pageToken && { pageToken }) })
    events.push(...page.data)
    pageToken = page.nextPageToken
  } while (pageToken !== undefined)
  return events
}

const overlapStart = (newest: string): string => new Date(Date.parse(newest) - overlapMilliseconds).toISOString()

function forgetBefore(seen: Map<string, string>, start: string): void {
  for (const [id, timestamp] of seen) if (timestamp < start) seen.delete(id)
}

/** A server that restarts is unreachable, or answers with 5xx; any other refusal ends the command. */
function toUndefinedIfTemporary(error: unknown): undefined {
  const isTemporary = error instanceof ParleyUnreachable || (error instanceof ParleyError && error.status >= 429)
  if (!isTemporary) throw error
}
