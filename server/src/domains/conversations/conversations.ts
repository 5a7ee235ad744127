import type { AgentKey, Route } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { Definitions, createGatewayAccess } from '../agents/index.ts'
import { createOptOutFence } from './compliance/opt-out-fence/opt-out-fence.ts'
import { createOptIn, createOptOut, createHandleProviderOptOut } from './compliance/opt-out.ts'
import type { AcceptMessages, OnFirstReply, ConversationDeps, OptOut, OnOutcomeResolved, Receive, Responder, WriteLog } from './deps.ts'
import type { DispatchDeps } from './dispatch/deps.ts'
import { createTargetFinder } from './dispatch/queries/targets.ts'
import { createReceiptHandlers } from './dispatch/receipts.ts'
import { readAffordances } from './dispatch/affordances.ts'
import { createSendSignal } from './dispatch/signal.ts'
import { createPublishStatus } from './dispatch/status.ts'
import { unresolvedWork } from './dispatch/unresolved/worker.ts'
import { messageLane } from './dispatch/worker.ts'
import { createRelay } from './events/relay/relay.ts'
import { relayRoutes } from './events/relay/routes.ts'
import { agentWebhookRoutes } from './events/routes.ts'
import { createPublishEvents } from './events/publish-events.ts'
import { eventLane } from './events/worker.ts'
import { createReceive } from './inbound/receive.ts'
import type { serveProviders } from './inbound/routes.ts'
import { createRehostMedia } from './media/rehost-media.ts'
import { createAcceptMessages } from './messages/accept.ts'
import type { AgentContentSource } from './messages/agent-content.ts'
import { createSendDisclaimer } from './messages/disclaimer.ts'
import { findLastAcceptedAt } from './messages/queries.ts'
import { messageRoutes } from './messages/routes.ts'
import { releaseWaiting, createSendSystemMessage } from './messages/system-messages.ts'
import { createAbandon } from './initiations/abandon.ts'
import type { Abandon, Initiate, InitiateMany, FindDispatched } from './initiations/deps.ts'
import { createFindDispatched } from './initiations/find-dispatched.ts'
import { createInitiateMany } from './initiations/batch/initiate-many.ts'
import { createInitiate } from './initiations/initiate.ts'
import type { Rates } from './rates/deps.ts'
import { createRates } from './rates/rates.ts'
import { createLogWriter } from './retention/log.ts'
import { createCaptureSandboxMessage } from './sandbox/capture.ts'
import type { SandboxPeople, SandboxConversations } from './sandbox/deps.ts'
import { createSandboxConversations } from './sandbox/run-turn.ts'
import { type Transcripts, transcripts } from './transcripts/transcripts.ts'

export type ConversationsOptions = ConversationDeps & {
  announce: Announce
  definitions: Pick<Definitions, 'read'>
  gateway: ReturnType<typeof createGatewayAccess>
  /** Answers where the agent has no webhook of its own. */
  responder: Responder
  /** Those who have something to do about conversations that are over. */
  ended?: DispatchDeps['ended']
  /** Notifies the sender of the first answer. */
  answered?: OnFirstReply
  /** Notifies the domain that opened the conversation once an unknown outcome is known. */
  outcomeKnown?: OnOutcomeResolved
  unknownOutcomeMinutes: number
  /** Who is only rehearsed with; nobody when left out. */
  rehearsals?: SandboxPeople
  mediaUrls: AgentContentSource['mediaUrls']
  allowPrivateNetwork: boolean
  /** Where to hear other processes at once; without it they are asked every second. */
  databaseUrl?: () => string
}

export type Conversations = {
  receive: Receive
  accept: AcceptMessages
  initiate: Initiate
  /** Several at once, by shared statements. */
  initiateMany: InitiateMany
  rates: Rates
  /** Whether the opening of that id has been handed over already. */
  findDispatched: FindDispatched
  /** What `open` is not to go on with. */
  abandon: Abandon
  writeLog: WriteLog
  optOut: OptOut
  /** They have come back where no START is known. */
  optIn(agent: AgentKey, asid: string): Promise<void>
  sandbox: SandboxConversations
  transcripts: Transcripts
  /** What could be tapped in a message that was sent. */
  readAffordances(agent: AgentKey, messageId: string): ReturnType<typeof readAffordances>
  /** Under `/v4`. */
  routes: Route[]
  /** Where providers call. */
  providers: Parameters<typeof serveProviders>[1]
  lanes(): [ReturnType<typeof eventLane>, ReturnType<typeof messageLane>]
  works(): [ReturnType<typeof unresolvedWork>]
  /** What the chores of conversations need. */
  dispatch: DispatchDeps
  publishEvents: ReturnType<typeof createPublishEvents>
  /** Ends when all that was told to the logs is kept. */
  flush(): Promise<void>
  /** Listeners that replace a webhook reconnect to another process, and no STOP waits for this one. */
  close(): Promise<void>
}

/** Ties the parts of the domain together: in, to the agent, and out to people. */
export function createConversations(given: ConversationsOptions): Conversations {
  const { db, world, channels, gateway, responder, definitions, mediaUrls, rehearsals = noSandboxPeople } = given
  const { write: writeLog, flush } = createLogWriter(given)
  const [relay, lastHop] = [createRelay(given), createOptOutFence(given)]
  const tell = createPublishEvents({ world })
  const hearsStatuses = async ({ key }: Pick<AgentKey, 'key'>) =>
    responder.handles('status') || (await gateway.find(key))?.webhook !== undefined
  const say = createSendSystemMessage(world)
  const disclaim = createSendDisclaimer({ world, definitions, sendSystemMessage: say, writeLog })
  const dispatch: DispatchDeps = {
    ...given,
    writeLog,
    publishStatus: createPublishStatus({ publishEvents: tell, world, wantsStatuses: hearsStatuses }),
    findAgent: createAgentFinder(gateway, responder),
    sendDisclaimer: disclaim,
    handleProviderOptOut: createHandleProviderOptOut({ ...given, publishEvents: tell, sendSystemMessage: say, writeLog, optOutFence: lastHop }),
    ...{ optOutFence: lastHop, findTarget: createTargetFinder(db) },
  }
  const keepMedia = createRehostMedia(given)
  const contents = { definitions, mediaUrls }
  const captureRehearsed = createCaptureSandboxMessage({ world, rehearsals })
  const opening = { ...dispatch, contents, keepMedia }
  const open = createInitiate(opening)
  const accept = createAcceptMessages({ ...dispatch, contents, rehostMedia: keepMedia, sendSignal: createSendSignal(dispatch), captureSandboxMessage: captureRehearsed })
  const rendered = (agent: AgentKey, messageId: string) => readAffordances(db, agent, messageId)
  const { processReceipts, ...findings } = createReceiptHandlers({ ...dispatch, wantsStatuses: hearsStatuses })
  const receive = createReceive({
    ...given,
    ...{ publishEvents: tell, sendSystemMessage: say, sendDisclaimer: disclaim, processReceipts, rehostMedia: keepMedia, releaseWaiting, writeLog, readAffordances: rendered, findLastAcceptedAt, optOutFence: lastHop },
  })
  return {
    receive,
    accept,
    initiate: open,
    initiateMany: createInitiateMany(opening, open),
    rates: createRates(given),
    findDispatched: createFindDispatched(opening),
    abandon: createAbandon(opening),
    writeLog,
    optOut: createOptOut({ ...given, publishEvents: tell, sendSystemMessage: say, writeLog, optOutFence: lastHop }),
    optIn: createOptIn({ ...given, writeLog }),
    sandbox: createSandboxConversations({ ...given, rehearsals, accept, writeLog, relay: relay.call }),
    transcripts,
    readAffordances: rendered,
    routes: [
      ...messageRoutes({ db, world, accept, channels, contents, rehearsals }),
      ...agentWebhookRoutes(given),
      ...relayRoutes(relay),
    ],
    providers: { ...given, receive, writeLog },
    lanes: () => [eventLane({ ...given, accept, writeLog, relay: relay.call }), messageLane(dispatch)],
    works: () => [unresolvedWork({ ...dispatch, ...findings })],
    dispatch,
    publishEvents: tell,
    flush,
    close: async () => void (await Promise.all([relay.close(), lastHop.close()])),
  }
}

const findNone = async () => undefined
const noSandboxPeople: SandboxPeople = { find: findNone, lock: findNone, setOptedOut: findNone }

function createAgentFinder(
  gateway: Pick<ConversationsOptions['gateway'], 'find'>,
  responder: Responder,
): (key: number) => Promise<{ agent: AgentKey; wantsStatuses: boolean } | undefined> {
  return async (key) => {
    const found = await gateway.find(key)
    return found && { agent: found.agent, wantsStatuses: found.webhook !== undefined || responder.handles('status') }
  }
}
