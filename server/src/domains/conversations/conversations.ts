import type { AgentKey, Route } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { ClockSource } from '../../platform/sandbox-clock.ts'
import type { Definitions, GatewayAccess } from '../agents/index.ts'
import { personProfiles } from '../people/index.ts'
import { createHandleProviderOptOut, createOptIn, createOptOut } from './compliance/opt-out.ts'
import { createOptOutFence, type OptOutFence } from './compliance/opt-out-fence/opt-out-fence.ts'
import type {
  AcceptMessages,
  ConversationDeps,
  OnDeskContent,
  OnFirstReply,
  OnOutcomeResolved,
  OptOut,
  PublishEvents,
  Receive,
  RehostMedia,
  Responder,
  WriteLog,
} from './deps.ts'
import type { DispatchDeps } from './dispatch/deps.ts'
import { createTargetFinder } from './dispatch/queries/targets.ts'
import { createReceiptHandlers } from './dispatch/receipts.ts'
import { readAffordances, type SentAffordances } from './dispatch/render.ts'
import { createSendSignal } from './dispatch/signal.ts'
import { createPublishStatus } from './dispatch/status.ts'
import { undeliveredWork } from './dispatch/undelivered/worker.ts'
import { unresolvedWork } from './dispatch/unresolved/worker.ts'
import { messageLane } from './dispatch/worker.ts'

import { createRelay } from './events/relay/relay.ts'
import { relayRoutes } from './events/relay/routes.ts'
import { agentWebhookRoutes } from './events/routes.ts'
import { type ConversationLane, type ConversationWork, createPublishEvents, eventLane } from './events/worker.ts'
import { createReceive } from './inbound/receive.ts'
import type { ProviderDeps } from './inbound/routes.ts'

import { createInitiations } from './initiations/batch/initiate-many.ts'
import type { Abandon, FindDispatched, Initiate, InitiateMany } from './initiations/deps.ts'

import { createAbandon, createFindDispatched } from './initiations/initiate.ts'
import { createRehostMedia } from './media/rehost-media.ts'
import { createAcceptMessages } from './messages/accept.ts'
import type { AgentContentSource } from './messages/agent-content.ts'

import { findLastAcceptedAt } from './messages/queries.ts'
import { messageRoutes } from './messages/routes.ts'
import { createSendDisclaimer, createSendSystemMessage, releaseWaiting } from './messages/system-messages.ts'

import { createRates, type Rates } from './rates/rates.ts'
import { createLogWriter } from './retention/log.ts'
import { createCaptureSandboxMessage } from './sandbox/capture.ts'
import { createSandboxClockSources } from './sandbox/clock.ts'
import type { SandboxConversations, SandboxPeople } from './sandbox/deps.ts'
import { createSandboxConversations } from './sandbox/run-turn.ts'
import { type Transcripts, transcripts } from './transcripts/transcripts.ts'

export type ConversationsOptions = ConversationDeps & {
  announce: Announce
  definitions: Pick<Definitions, 'read'>
  gateway: GatewayAccess
  /** Answers if the agent has no webhook of its own. */
  responder: Responder
  onSessionsEnded?: DispatchDeps['onSessionsEnded']
  onFirstReply?: OnFirstReply
  onDeskContent?: OnDeskContent
  /** Notifies the domain that opened the conversation once an unknown outcome is known. */
  onOutcomeResolved?: OnOutcomeResolved
  onInitiationMoved?: DispatchDeps['onInitiationMoved']
  unknownOutcomeMinutes: number
  /** People who exist only in sandbox conversations. Default: none. */
  sandboxPeople?: SandboxPeople
  mediaUrls: AgentContentSource['mediaUrls']
  allowPrivateNetwork: boolean
  /** Connection for LISTEN, to receive notifications of other processes at once. Default: polls every second. */
  databaseUrl?: () => string
}

export type Conversations = {
  receive: Receive
  /** Stores a file that a person sends, before `receive` hears of it. */
  storeFile: RehostMedia
  accept: AcceptMessages
  initiate: Initiate
  initiateMany: InitiateMany
  /** `initiate` for callers that each have one opener: those that start at the same time share statements. */
  initiateBatched: Initiate
  rates: Rates
  findDispatched: FindDispatched
  abandon: Abandon
  writeLog: WriteLog
  optOut: OptOut
  /** Opts a person in who returned without sending START. */
  optIn(agent: AgentKey, asid: string): Promise<void>
  sandbox: SandboxConversations
  /** What waits for the clocks of sandbox people. */
  clockSources: ClockSource[]
  transcripts: Transcripts
  /**
   * Call after a member's take is committed: resolves when no process starts to dispatch a message of the agent in that
   * conversation anymore.
   */
  silenceAgent(agent: AgentKey, asid: string): Promise<void>
  readAffordances(agent: AgentKey, messageId: string): Promise<SentAffordances | undefined>
  /** Mounted under `/v4`. */
  routes: Route[]
  providers: ProviderDeps
  lanes(): ConversationLane[]
  works(): ConversationWork[]
  /** The dependencies of the conversation chores. */
  dispatch: DispatchDeps
  publishEvents: PublishEvents
  /** Resolves when all pending log lines are stored. */
  flush(): Promise<void>
  /** Makes relay listeners reconnect to another process, and makes STOPs stop waiting for this one. */
  close(): Promise<void>
}

/** Composes the domain: inbound messages, delivery to the agent, and outbound messages. */
export function createConversations(options: ConversationsOptions): Conversations {
  const { db, world, channels, gateway, responder, definitions, mediaUrls, sandboxPeople = noSandboxPeople } = options
  const { write: writeLog, flush } = createLogWriter(options)
  const [relay, optOutFence] = [createRelay(options), createOptOutFence(options)]
  const publishEvents = createPublishEvents({ world })
  const wantsStatuses = async ({ key }: Pick<AgentKey, 'key'>) =>
    responder.handles('status') || (await gateway.find(key))?.webhook !== undefined
  const sendSystemMessage = createSendSystemMessage(world)
  const sendDisclaimer = createSendDisclaimer({ world, definitions, sendSystemMessage, writeLog })
  const notices = { publishEvents, sendSystemMessage, writeLog, optOutFence }
  const dispatch: DispatchDeps = {
    ...options,
    writeLog,
    publishStatus: createPublishStatus({ publishEvents, world, wantsStatuses }),
    findAgent: createAgentFinder(gateway, responder),
    sendDisclaimer,
    handleProviderOptOut: createHandleProviderOptOut({ ...options, ...notices }),
    ...{ optOutFence, findTarget: createTargetFinder(db) },
  }
  const rehostMedia = createRehostMedia(options)
  const contents = { definitions, mediaUrls }
  const captureSandboxMessage = createCaptureSandboxMessage({ world, sandboxPeople })
  const initiation = { ...dispatch, contents, rehostMedia }
  const affordancesOf = (agent: AgentKey, messageId: string) => readAffordances(db, agent, messageId)
  const accept = createAcceptMessages({ ...initiation, sendSignal: createSendSignal(dispatch), captureSandboxMessage })
  const { processReceipts, ...findings } = createReceiptHandlers({ ...dispatch, wantsStatuses })
  const receive = createReceive({
    ...options,
    ...notices,
    ...{ sendDisclaimer, processReceipts, rehostMedia, releaseWaiting, findLastAcceptedAt },
    readAffordances: affordancesOf,
  })
  const sandbox = { ...options, sandboxPeople, accept, writeLog, relay: relay.call }
  return {
    receive,
    storeFile: rehostMedia,
    accept,
    ...createInitiations(initiation),
    rates: createRates(options),
    findDispatched: createFindDispatched(initiation),
    abandon: createAbandon(initiation),
    writeLog,
    optOut: createOptOut({ ...options, ...notices }),
    optIn: createOptIn({ ...options, writeLog }),
    sandbox: createSandboxConversations(sandbox),
    clockSources: createSandboxClockSources({ ...sandbox, onSessionsEnded: options.onSessionsEnded }),
    transcripts,
    silenceAgent: createSilenceAgent(db, optOutFence),
    readAffordances: affordancesOf,
    routes: [
      ...messageRoutes({ db, world, accept, channels, contents, sandboxPeople }),
      ...agentWebhookRoutes(options),
      ...relayRoutes(relay),
    ],
    providers: { ...options, receive, writeLog },
    lanes: () => [eventLane({ ...options, accept, writeLog, relay: relay.call }), messageLane(dispatch)],
    works: () => [unresolvedWork({ ...dispatch, ...findings }), undeliveredWork(dispatch)],
    dispatch,
    publishEvents,
    flush,
    close: async () => void (await Promise.all([relay.close(), optOutFence.close()])),
  }
}

/** A take is a STOP for the agent alone: dispatches that have read the conversation before must read it again. */
function createSilenceAgent(
  db: ConversationDeps['db'],
  optOutFence: Pick<OptOutFence, 'recordStop' | 'drain'>,
): Conversations['silenceAgent'] {
  return async (agent, asid) => {
    const at = await personProfiles.findIdentity(db, agent, asid)
    if (!at) return
    optOutFence.recordStop(agent, at)
    await optOutFence.drain()
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
