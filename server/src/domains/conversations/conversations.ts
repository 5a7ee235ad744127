import type { AgentKey, Route } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { Definitions, gatewayAccess } from '../agents/index.ts'
import { createLastHop } from './compliance/last-hop/last-hop.ts'
import { optInnerOf, optOuterOf, optOutHeederOf } from './compliance/opt-out.ts'
import type { Accept, Answered, ConversationDeps, OptOut, OutcomeKnown, Receive, Responder, WriteLog } from './deps.ts'
import type { DispatchDeps } from './dispatch/deps.ts'
import { targetFinder } from './dispatch/queries/targets.ts'
import { receiptsOf } from './dispatch/receipts.ts'
import { affordancesOf } from './dispatch/rendered.ts'
import { signallerOf } from './dispatch/signal.ts'
import { statusTellerOf } from './dispatch/status.ts'
import { unresolvedWork } from './dispatch/unresolved/worker.ts'
import { messageLane } from './dispatch/worker.ts'
import { relayOf } from './events/relay/relay.ts'
import { relayRoutes } from './events/relay/routes.ts'
import { webhookRoutes } from './events/routes.ts'
import { tellerOf } from './events/tell.ts'
import { eventLane } from './events/worker.ts'
import { receiverOf } from './inbound/receive.ts'
import type { serveProviders } from './inbound/routes.ts'
import { mediaKeeperOf } from './media/keep.ts'
import { accepterOf } from './messages/accept.ts'
import type { AgentContents } from './messages/agent-content.ts'
import { disclaimerOf } from './messages/disclaim.ts'
import { lastAccepted } from './messages/queries.ts'
import { messageRoutes } from './messages/routes.ts'
import { releaseWaiting, sayerOf } from './messages/say.ts'
import { abandonerOf } from './openings/abandon.ts'
import type { Abandon, Open, OpenMany, WasHanded } from './openings/deps.ts'
import { handedReaderOf } from './openings/handed.ts'
import { manyOpenerOf } from './openings/many/open-many.ts'
import { openerOf } from './openings/open.ts'
import type { Rates } from './rates/deps.ts'
import { ratesOf } from './rates/rates.ts'
import { logWriterOf } from './record/log.ts'
import { capturerOf } from './rehearsals/capture.ts'
import type { Rehearsals, Rehearser } from './rehearsals/deps.ts'
import { rehearserOf } from './rehearsals/rehearse.ts'
import { type Spoken, spoken } from './spoken/spoken.ts'

export type ConversationsGiven = ConversationDeps & {
  announce: Announce
  definitions: Pick<Definitions, 'read'>
  gateway: ReturnType<typeof gatewayAccess>
  /** Answers where the agent has no webhook of its own. */
  responder: Responder
  /** Those who have something to do about conversations that are over. */
  ended?: DispatchDeps['ended']
  /** Notifies the sender of the first answer. */
  answered?: Answered
  /** Notifies the domain that opened the conversation once an unknown outcome is known. */
  outcomeKnown?: OutcomeKnown
  unknownOutcomeMinutes: number
  /** Who is only rehearsed with; nobody when left out. */
  rehearsals?: Rehearsals
  mediaUrls: AgentContents['mediaUrls']
  allowPrivateNetwork: boolean
  /** Where to hear other processes at once; without it they are asked every second. */
  databaseUrl?: () => string
}

export type Conversations = {
  receive: Receive
  accept: Accept
  open: Open
  /** Several at once, by shared statements. */
  openMany: OpenMany
  rates: Rates
  /** Whether the opening of that id has been handed over already. */
  handed: WasHanded
  /** What `open` is not to go on with. */
  abandon: Abandon
  writeLog: WriteLog
  optOut: OptOut
  /** They have come back where no START is known. */
  optIn(agent: AgentKey, asid: string): Promise<void>
  rehearser: Rehearser
  spoken: Spoken
  /** What could be tapped in a message that was sent. */
  rendered(agent: AgentKey, messageId: string): ReturnType<typeof affordancesOf>
  /** Under `/v4`. */
  routes: Route[]
  /** Where providers call. */
  providers: Parameters<typeof serveProviders>[1]
  lanes(): [ReturnType<typeof eventLane>, ReturnType<typeof messageLane>]
  works(): [ReturnType<typeof unresolvedWork>]
  /** What the chores of conversations need. */
  dispatch: DispatchDeps
  tell: ReturnType<typeof tellerOf>
  /** Ends when all that was told to the logs is kept. */
  flush(): Promise<void>
  /** Listeners that replace a webhook reconnect to another process, and no STOP waits for this one. */
  close(): Promise<void>
}

/** Ties the parts of the domain together: in, to the agent, and out to people. */
export function conversationsOf(given: ConversationsGiven): Conversations {
  const { db, world, channels, gateway, responder, definitions, mediaUrls, rehearsals = noRehearsals } = given
  const { write: writeLog, flush } = logWriterOf(given)
  const [relay, lastHop] = [relayOf(given), createLastHop(given)]
  const tell = tellerOf({ world })
  const hearsStatuses = async ({ key }: Pick<AgentKey, 'key'>) =>
    responder.hears('status') || (await gateway.find(key))?.webhook !== undefined
  const say = sayerOf(world)
  const disclaim = disclaimerOf({ world, definitions, say, writeLog })
  const dispatch: DispatchDeps = {
    ...given,
    writeLog,
    tellStatus: statusTellerOf({ tell, world, hearsStatuses }),
    findAgent: agentOf(gateway, responder),
    disclaim,
    heedOptOut: optOutHeederOf({ ...given, tell, say, writeLog, lastHop }),
    ...{ lastHop, findTarget: targetFinder(db) },
  }
  const keepMedia = mediaKeeperOf(given)
  const contents = { definitions, mediaUrls }
  const captureRehearsed = capturerOf({ world, rehearsals })
  const opening = { ...dispatch, contents, keepMedia }
  const open = openerOf(opening)
  const accept = accepterOf({ ...dispatch, contents, keepMedia, signal: signallerOf(dispatch), captureRehearsed })
  const rendered = (agent: AgentKey, messageId: string) => affordancesOf(db, agent, messageId)
  const { takeReceipts, ...findings } = receiptsOf({ ...dispatch, hearsStatuses })
  const receive = receiverOf({
    ...given,
    ...{ tell, say, disclaim, takeReceipts, keepMedia, releaseWaiting, writeLog, rendered, lastAccepted, lastHop },
  })
  return {
    receive,
    accept,
    open,
    openMany: manyOpenerOf(opening, open),
    rates: ratesOf(given),
    handed: handedReaderOf(opening),
    abandon: abandonerOf(opening),
    writeLog,
    optOut: optOuterOf({ ...given, tell, say, writeLog, lastHop }),
    optIn: optInnerOf({ ...given, writeLog }),
    rehearser: rehearserOf({ ...given, rehearsals, accept, writeLog, relay: relay.call }),
    spoken,
    rendered,
    routes: [
      ...messageRoutes({ db, world, accept, channels, contents, rehearsals }),
      ...webhookRoutes(given),
      ...relayRoutes(relay),
    ],
    providers: { ...given, receive, writeLog },
    lanes: () => [eventLane({ ...given, accept, writeLog, relay: relay.call }), messageLane(dispatch)],
    works: () => [unresolvedWork({ ...dispatch, ...findings })],
    dispatch,
    tell,
    flush,
    close: async () => void (await Promise.all([relay.close(), lastHop.close()])),
  }
}

const nobody = async () => undefined
const noRehearsals: Rehearsals = { find: nobody, lock: nobody, setOptedOut: nobody }

function agentOf(
  gateway: Pick<ConversationsGiven['gateway'], 'find'>,
  responder: Responder,
): (key: number) => Promise<{ agent: AgentKey; hearsStatuses: boolean } | undefined> {
  return async (key) => {
    const found = await gateway.find(key)
    return found && { agent: found.agent, hearsStatuses: found.webhook !== undefined || responder.hears('status') }
  }
}
