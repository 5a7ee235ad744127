import type { AgentContent, Channel } from '@parley/amf'
import type { AgentDefinition, AgentPlaybook } from '@parley/definition'
import type { Db } from '../../platform/db/database.ts'
import { isUnavailable } from '../../platform/db/errors.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { runWithDefaultCountry } from '../../platform/default-country.ts'
import { serializeError } from '../../platform/errors.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions } from '../agents/index.ts'
import type { AgentLogRecord, EventEnvelope, Responder, SendReply, WriteLog } from '../conversations/index.ts'
import type { Desk } from '../desk/index.ts'
import type { SearchHit } from '../knowledge/index.ts'
import type { CountedCall } from '../models/index.ts'
import type { CallableTool } from '../tools/index.ts'
import { toPartner } from './actions/person.ts'
import type {
  AgentActions,
  AgentTool,
  ConversationPartner,
  ConversationState,
  FilledForm,
  HistoryLine,
  PersonInput,
  SandboxEffect,
  TurnInput,
} from './deps.ts'
import type { AgentModels, TurnModels } from './models/agent-models.ts'
import { withOptBackIn } from './opt-out/opt-back-in.ts'
import { describePersonInput, readPersonInput } from './person-input.ts'
import { type PinnedConfiguration, pinConfiguration, usePinned } from './state/configuration.ts'
import { resolveTurnStart, type StoredConversation, trimHistory } from './state/conversation-state.ts'
import { type CompletedTurn, readTurn, saveTurn, type TurnReads } from './state/queries.ts'
import type { ToolRun } from './tools/run-tool.ts'
import { assessTurn } from './turn/assess-turn.ts'
import { collectUrls } from './turn/collect-urls.ts'
import { atLocation } from './turn/location.ts'
import { runTurn } from './turn/run-turn.ts'
import { searchForLocation } from './turn/search-questions.ts'
import { sendFallbackReply } from './turn/send-reply.ts'
import { createTurnRecord, type TurnContext, type TurnIO } from './turn/turn.ts'

export type TurnParticipant = {
  partner: ConversationPartner
  form?: FilledForm
  actions: AgentActions
  /** Effects that the sandbox recorded instead of performing. */
  effects: SandboxEffect[]
}

/** The conversation and event of a turn; the event id identifies what was already done for it. */
export type TurnTarget = {
  agent: AgentKey
  asid: string
  channel: Channel
  eventId: string
  definition: AgentDefinition
}

export type RespondDeps = {
  db: Db
  world: World
  definitions: Pick<Definitions, 'readNumbered' | 'pinDraft' | 'usePinnedDraft'>
  announce: Announce
  writeLog: WriteLog
  log: { warn(about: object, words: string): void }
  models: Pick<AgentModels, 'forTurn'>
  /** Counts a call of real traffic towards the costs and the budget. */
  recordModelCall(agent: AgentKey, call: CountedCall): Promise<void>
  desk: Pick<Desk, 'readMissed'>
  createLiveParticipant(target: TurnTarget, partner: ConversationPartner): TurnParticipant
  findSandboxParticipant(target: TurnTarget): Promise<TurnParticipant | undefined>
  search(agent: AgentKey, query: { q: string; playbookId?: string; limit: number }): Promise<SearchHit[]>
  content(agent: AgentKey, partner: ConversationPartner): Promise<AgentContent>
  tools(input: TurnInput, playbook: AgentPlaybook): AgentTool[]
  /** Returns the tools of the catalog that the agent can call now. */
  listCatalogTools(agent: AgentKey, definition: AgentDefinition): Promise<CallableTool[]>
  runTool(tool: AgentTool, given: unknown, input: TurnInput): Promise<ToolRun>
  /** A question was saved with the turn, and waits to be grouped. */
  onQuestion(db: Db): void
  /** Called when a person who opted out writes again on a channel without START. */
  optBackIn(agent: AgentKey, asid: string): Promise<void>
  /** Base URL of the media that the gateway serves. */
  mediaBase: string
  /** URL of a page that redirects to the agent's email address. */
  mailPage(agent: AgentKey): string
}

/** Limit for a whole turn; the fallback reply is sent before it expires. */
const turnMilliseconds = 60_000
const maxQuestionLength = 500

/** Answers events for agents that have no webhook. */
export function createResponder(deps: RespondDeps): Responder {
  return {
    handles: (type) => type === 'message' || type === 'result',
    async respond(agent, envelope, reply, signal) {
      const personInput = readPersonInput(envelope.event.event)
      if (!personInput) return
      await runWithDefaultCountry(agent.defaultCountry, () =>
        answerEvent({ agent, envelope, personInput, reply, signal }, deps),
      )
    },
  }
}

type EventRequest = {
  agent: AgentKey
  envelope: EventEnvelope
  personInput: PersonInput
  reply: SendReply
  signal: AbortSignal
}

async function answerEvent(request: EventRequest, deps: RespondDeps): Promise<void> {
  const { envelope } = request
  const { eventId, conversation, context } = envelope.event
  const { userId: asid, sessionId } = conversation
  const { stored, configured, pinned, participant: other, turnModels, returnedAt } = await prepareTurn(request, deps)
  const { agent, definition, catalogTools } = configured
  // The event was delivered again after it had been processed completely.
  if (stored?.lastEventId === eventId) return
  if (!other) return
  const whom = { agent, asid, channel: context.channel, eventId, definition }
  const missed = await readMissedLines(request, { returnedAt, since: stored?.updatedAt }, deps)
  const startedAt = performance.now()
  const now = deps.world.now()
  const { state: begun, startsFlow } = resolveTurnStart(stored, { sessionId, now, definition })
  const { configuration: _, ...unpinned } = { ...begun, history: [...begun.history, ...missed] }
  const state = pinned ? { ...unpinned, configuration: pinned } : unpinned
  const reply = context.sandbox ? request.reply : withOptBackIn(request.reply, whom, deps.optBackIn)
  const turn = createTurnContext(
    { ...request, agent, reply },
    { definition, catalogTools, participant: other, state, now, turnModels },
    deps,
  )
  turn.turnRecord.input = toRecordedInput(envelope, request.personInput)
  await runTurn(turn, { startsFlow }).catch((error) => recoverFromError(turn, error, deps))
  turn.turnRecord.effects = other.effects
  turn.turnRecord.milliseconds = Math.round(performance.now() - startedAt)
  const { number: version } = configured
  const answeredBy = agent.draft ? { draftId: agent.draft.id } : { version }
  await saveTurnContext(turn, { readAt: stored?.updatedAt, answeredBy }, deps)
}

type ConfiguredAgent = {
  agent: AgentKey
  definition: AgentDefinition
  number: number
  catalogTools: CallableTool[]
}

type PreparedTurn = {
  stored: StoredConversation | undefined
  configured: ConfiguredAgent
  pinned: PinnedConfiguration | undefined
  participant: TurnParticipant | undefined
  turnModels: TurnModels
  /** When a member of the desk last returned the conversation. */
  returnedAt: Date | undefined
}

/** Reads what a turn needs, from live at first: few sessions have another configuration. */
async function prepareTurn(request: EventRequest, deps: RespondDeps): Promise<PreparedTurn> {
  const { agent, envelope } = request
  const { conversation, context } = envelope.event
  const { userId: asid, sessionId } = conversation
  const [live, reads] = await Promise.all([
    deps.definitions.readNumbered(deps.db, agent),
    readTurn(deps.db, agent, asid),
  ])
  const { stored, returnedAt, person, hasModelSettings } = reads
  const [turnModels, [configured, participant]] = await Promise.all([
    deps.models.forTurn(agent, { hasSettings: hasModelSettings }),
    readParticipant({ envelope, agent, person }, live, deps),
  ])
  const prepared = { stored, turnModels, returnedAt }
  const { canary, number: version } = live
  const start = { asid, sessionId, canary, version }
  const known = agent.draft || context.sandbox ? undefined : pinConfiguration(stored, start)
  if (!known || ('version' in known && known.version === version))
    return { ...prepared, configured, pinned: known, participant }
  const { db, definitions, world } = deps
  const { agent: other, pinned } = await usePinned({ db, definitions, now: world.now() }, agent, known)
  const definition = await definitions.readNumbered(db, other)
  const [reconfigured, again] = await readParticipant({ envelope, agent: other, person }, definition, deps)
  return { ...prepared, configured: reconfigured, pinned, participant: again }
}

type ParticipantRequest = Pick<EventRequest, 'envelope' | 'agent'> & Pick<TurnReads, 'person'>

/** Nobody participates when the person no longer exists. */
async function readParticipant(
  { envelope, agent, person }: ParticipantRequest,
  { definition, number }: { definition: AgentDefinition; number: number },
  deps: RespondDeps,
): Promise<[ConfiguredAgent, TurnParticipant | undefined]> {
  const { eventId, conversation, context } = envelope.event
  const whom = { agent, asid: conversation.userId, channel: context.channel, eventId, definition }
  const [participant, catalogTools] = await Promise.all([
    context.sandbox ? deps.findSandboxParticipant(whom) : person && deps.createLiveParticipant(whom, toPartner(person)),
    deps.listCatalogTools(agent, definition),
  ])
  return [{ agent, definition, number, catalogTools }, participant]
}

type DeskReturn = { returnedAt: Date | undefined; since: Date | undefined }

/** While a member held the conversation, the agent saw nothing of it. */
async function readMissedLines(
  { agent, envelope }: EventRequest,
  { returnedAt, since }: DeskReturn,
  { desk }: RespondDeps,
): Promise<HistoryLine[]> {
  if (!returnedAt || (since && returnedAt <= since)) return []
  const { eventId, timestamp, conversation } = envelope.event
  const event = { id: eventId, at: new Date(timestamp) }
  const lines = await desk.readMissed(agent, { asid: conversation.userId, returnedAt, since, event })
  return lines.map(({ role, text, at }) => ({ role, text, at: at.toISOString() }))
}

/** A retry would fail the same way, so the person gets the fallback reply and the conversation continues. */
async function recoverFromError(turn: TurnContext, error: unknown, { log }: RespondDeps): Promise<void> {
  if (isUnavailable(error) || turn.input.signal.aborted) throw error
  log.warn({ err: serializeError(error), event: turn.input.eventId }, 'a turn failed')
  turn.turnRecord.warnings.push('The turn failed')
  await sendFallbackReply(turn)
}

function toRecordedInput({ event: { event } }: EventEnvelope, personInput: PersonInput) {
  return {
    type: event.type,
    text: describePersonInput(personInput),
    ...(event.type === 'result' && { result: event.result }),
  }
}

type TurnSetting = {
  definition: AgentDefinition
  catalogTools: CallableTool[]
  participant: TurnParticipant
  state: ConversationState
  now: Date
  turnModels: TurnModels
}

function createTurnContext(request: EventRequest, setting: TurnSetting, deps: RespondDeps): TurnContext {
  const { agent, envelope, personInput, reply, signal } = request
  const { eventId, conversation, context } = envelope.event
  const { definition, catalogTools, participant, state, now } = setting
  const search: TurnInput['search'] = (q, { limit = 8 } = {}) =>
    searchForLocation(definition, { locationId: turn.input.locationId, limit }, (most) =>
      deps.search(agent, {
        q: q.slice(0, maxQuestionLength).toWellFormed(),
        playbookId: turn.state.playbookId,
        limit: most,
      }),
    )
  const input: TurnInput = {
    agent,
    definition,
    asid: conversation.userId,
    sessionId: conversation.sessionId,
    eventId,
    channel: context.channel,
    sandbox: context.sandbox === true,
    now,
    timezone: participant.partner.timezone ?? definition.scheduling.timezone ?? 'UTC',
    mailPage: deps.mailPage(agent),
    personInput,
    partner: participant.partner,
    form: participant.form,
    actions: participant.actions,
    catalogTools,
    search,
    signal,
  }
  const io = createTurnIO(() => turn.input, { reply, turnModels: setting.turnModels }, deps)
  const turn: TurnContext = {
    input: atLocation(input, state.locationId),
    state,
    turnRecord: createTurnRecord(),
    io: io,
  }
  const { spent } = setting.turnModels
  if (spent) turn.turnRecord.warnings.push(spentWarnings[spent])
  return turn
}

const spentWarnings: Record<NonNullable<TurnModels['spent']>, string> = {
  warn: 'The budget for models is spent',
  fallback: 'The budget for models is spent, so a fallback answers',
  embedded: 'The budget for models is spent, so the embedded model answers',
}

/** Templates that a reply names read the location of the conversation. */
const withPreferredLocation = ({ partner, locationId }: TurnInput): ConversationPartner =>
  locationId === undefined ? partner : { ...partner, preferredLocationId: locationId }

type TurnIOSetting = { reply: SendReply; turnModels: TurnModels }

/** Takes the input as a function, because what is known about the partner changes during a turn. */
function createTurnIO(scene: () => TurnInput, { reply, turnModels }: TurnIOSetting, deps: RespondDeps): TurnIO {
  const endsAt = performance.now() + turnMilliseconds
  const left = () => Math.max(0, Math.round(endsAt - performance.now()))
  return {
    reply,
    models: { list: turnModels.models, position: 0 },
    async countCall({ modelId, playbookId, inputTokens, cacheReadTokens, outputTokens, cost }) {
      const { agent, sandbox } = scene()
      if (sandbox || !turnModels.isCounted) return
      const tokens = { inputTokens: inputTokens + cacheReadTokens, outputTokens }
      await deps.recordModelCall(agent, { modelId, playbookId, ...tokens, ...(cost && { cost }), at: deps.world.now() })
    },
    content: () => deps.content(scene().agent, withPreferredLocation(scene())),
    isAllowedImage: (url) => url.startsWith(deps.mediaBase) || collectUrls(scene().definition).has(url),
    tools: (playbook) => deps.tools(scene(), playbook),
    runTool: (tool, given) =>
      deps.runTool(tool, given, { ...scene(), signal: AbortSignal.any([scene().signal, AbortSignal.timeout(left())]) }),
    remainingMilliseconds: left,
  }
}

/** Saves the state, the turn record, and the announced events atomically. */
async function saveTurnContext(
  turn: TurnContext,
  { readAt, answeredBy }: Pick<CompletedTurn, 'readAt' | 'answeredBy'>,
  deps: RespondDeps,
): Promise<void> {
  const { input, state, turnRecord } = turn
  const { agent, asid, sessionId, eventId, channel, sandbox, now: at } = input
  const row: CompletedTurn = {
    id: deps.world.newId('trn'),
    readAt,
    answeredBy,
    asid,
    sessionId,
    eventId,
    channel,
    sandbox,
    at,
    record: turnRecord,
    ...(!sandbox && { assessment: assessTurn({ ...input, turnRecord }) }),
  }
  const news = sandbox ? [] : turnRecord.goalsReached.map((goalId) => createGoalEvent(turn, goalId))
  if (news.length === 0) await saveTurn(deps.db, agent, row, trimHistory(state))
  else {
    await inTransaction(deps.db, async (tx) => {
      await saveTurn(tx, agent, row, trimHistory(state))
      await deps.announce(tx, ...news)
    })
  }
  if (row.assessment?.question) deps.onQuestion(deps.db)
  logTurn(deps.writeLog, turn, row.id)
}

function createGoalEvent({ input }: TurnContext, goalId: string) {
  const { agent, asid, sessionId, channel, partner } = input
  const data = { agentId: agent.id, goalId, personId: partner.id, userId: asid, sessionId, channel }
  return { orgId: agent.orgId, type: 'goal.reached', data }
}

function logTurn(writeLog: WriteLog, { input, turnRecord }: TurnContext, turnId: string): void {
  const { agent, asid, sessionId, channel } = input
  const write = (event: AgentLogRecord['event'], data: object, level: AgentLogRecord['level'] = 'info') =>
    writeLog(agent, { level, event, asid, sessionId, channel, data: { turnId, ...data } })
  for (const { error, ...call } of turnRecord.modelCalls) {
    if (error) write('llm.error', { ...call, error }, 'warn')
    else write('llm.call', call, 'debug')
  }
  for (const { name: tool, ok, called, milliseconds } of turnRecord.toolCalls) {
    if (!called) write('tool.refused', { tool }, 'warn')
    else write(ok ? 'tool.call' : 'tool.error', { tool, ok, milliseconds }, ok ? 'info' : 'warn')
  }
  if (turnRecord.knowledge.length > 0) write('knowledge.searched', { hits: turnRecord.knowledge.length }, 'debug')
  for (const { ruleId, action } of turnRecord.ruleHits) write('rule.hit', { ruleId, action }, 'warn')
  for (const outcome of turnRecord.outcomes) write('flow.ended', { playbookId: turnRecord.flow?.playbookId, outcome })
  for (const goalId of turnRecord.goalsReached) write('goal.reached', { goalId })
  const { playbookId: from, nextPlaybookId: playbookId } = turnRecord
  if (playbookId !== undefined && playbookId !== from) write('playbook.entered', { playbookId, from })
  const { milliseconds, messages, warnings } = turnRecord
  const level = warnings.length > 0 ? 'warn' : 'info'
  write(
    'framework.completed',
    { milliseconds, messages: messages.length, ...(warnings.length > 0 && { warnings }) },
    level,
  )
}
