import type { AgentContent, Channel } from '@parley/amf'
import type { AgentDefinition, AgentPlaybook } from '@parley/definition'
import type { Db } from '../../platform/db/database.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { loggedError } from '../../platform/logged-error.ts'
import type { Announce } from '../../platform/outbox.ts'
import type { World } from '../../platform/world.ts'
import type { Definitions } from '../agents/index.ts'
import type { Envelope, Reply, Responder, WriteLog } from '../conversations/index.ts'
import type { SearchHit } from '../knowledge/index.ts'
import { addressesIn } from './addresses.ts'
import type { ConversationState, Effect, Form, Hands, Heard, Partner, Scene, Tool } from './deps.ts'
import { heardOf, wordsOf } from './heard.ts'
import { logTurn } from './log.ts'
import type { Model } from './models/model.ts'
import { replyToThoseBack } from './opt-out/welcome-back.ts'
import { beginTurn, trimmed } from './state/begin.ts'
import { inTransaction, isUnavailable, type KeptTurn, keepTurn, readState } from './state/queries.ts'
import type { Ran } from './tools/run.ts'
import { apologise } from './turn/apologise.ts'
import { takeTurn } from './turn/take-turn.ts'
import { emptyLedger, type Stage, type Turn } from './turn/turn.ts'

/** The other side of a conversation, and what can be done for them. */
export type Other = {
  partner: Partner
  form?: Form
  hands: Hands
  /** What was noted instead of done. */
  effects: Effect[]
}

/** Whom a turn is for; the event tells what was done for it before. */
export type Whom = { agent: AgentKey; asid: string; channel: Channel; eventId: string; definition: AgentDefinition }

export type RespondDeps = {
  db: Db
  world: World
  definitions: Pick<Definitions, 'read'>
  announce: Announce
  writeLog: WriteLog
  log: { warn(about: object, words: string): void }
  model: Model
  /** Undefined where there is nobody any more. */
  live(whom: Whom): Promise<Other | undefined>
  rehearsed(whom: Whom): Promise<Other | undefined>
  search(agent: AgentKey, query: { q: string; playbookId?: string; limit: number }): Promise<SearchHit[]>
  content(agent: AgentKey, partner: Partner): Promise<AgentContent>
  tools(definition: AgentDefinition, playbook: AgentPlaybook): Tool[]
  run(tool: Tool, given: unknown, scene: Scene): Promise<Ran>
  /** Somebody who opted out where there is no START has written again. */
  back(agent: AgentKey, asid: string): Promise<void>
  /** Where files that the gateway serves itself are. */
  mediaBase: string
  /** Leads to the e-mail address of an agent. */
  mailPage(agent: AgentKey): string
}

/** In all: the person is told that it cannot be answered before that. */
const turnMilliseconds = 60_000
const longestQuestion = 500

/** Parley's own answering, where the agent has no webhook. */
export function responderOf(deps: RespondDeps): Responder {
  return {
    hears: (type) => type === 'message' || type === 'result',
    async respond(agent, envelope, reply, signal) {
      const heard = heardOf(envelope.event.event)
      if (heard) await answerEvent({ agent, envelope, heard, reply, signal }, deps)
    },
  }
}

type Asked = { agent: AgentKey; envelope: Envelope; heard: Heard; reply: Reply; signal: AbortSignal }

async function answerEvent(asked: Asked, deps: RespondDeps): Promise<void> {
  const { agent, envelope } = asked
  const { eventId, conversation, context } = envelope.event
  const { userId: asid, sessionId } = conversation
  const definition = await deps.definitions.read(deps.db, agent)
  const whom = { agent, asid, channel: context.channel, eventId, definition }
  const [kept, other] = await Promise.all([
    readState(deps.db, agent, asid),
    context.sandbox ? deps.rehearsed(whom) : deps.live(whom),
  ])
  // Told again after all of it was done.
  if (kept?.lastEventId === eventId) return
  if (!other) return
  const startedAt = performance.now()
  const now = deps.world.now()
  const { state, starts } = beginTurn(kept, { sessionId, now, definition })
  const reply = context.sandbox ? asked.reply : replyToThoseBack(asked.reply, whom, deps.back)
  const turn = turnOf({ ...asked, reply }, { definition, other, state, now }, deps)
  turn.ledger.input = inputOf(envelope, asked.heard)
  await takeTurn(turn, { starts }).catch((error) => makeGood(turn, error, deps))
  turn.ledger.effects = other.effects
  turn.ledger.milliseconds = Math.round(performance.now() - startedAt)
  await keep(turn, kept?.updatedAt, deps)
}

/** What is broken here would be broken again: the person is told so, and the conversation goes on. */
async function makeGood(turn: Turn, error: unknown, { log }: RespondDeps): Promise<void> {
  if (isUnavailable(error) || turn.scene.signal.aborted) throw error
  log.warn({ err: loggedError(error), event: turn.scene.eventId }, 'a turn failed')
  turn.ledger.warnings.push('The turn failed')
  await apologise(turn)
}

function inputOf({ event: { event } }: Envelope, heard: Heard) {
  return { type: event.type, text: wordsOf(heard), ...(event.type === 'result' && { result: event.result }) }
}

type Setting = { definition: AgentDefinition; other: Other; state: ConversationState; now: Date }

function turnOf(asked: Asked, setting: Setting, deps: RespondDeps): Turn {
  const { agent, envelope, heard, reply, signal } = asked
  const { eventId, conversation, context } = envelope.event
  const { definition, other, state, now } = setting
  const search: Scene['search'] = (q, { limit = 8 } = {}) =>
    deps.search(agent, { q: q.slice(0, longestQuestion).toWellFormed(), playbookId: turn.state.playbookId, limit })
  const scene: Scene = {
    agent,
    definition,
    asid: conversation.userId,
    sessionId: conversation.sessionId,
    eventId,
    channel: context.channel,
    sandbox: context.sandbox === true,
    now,
    timezone: other.partner.timezone ?? definition.scheduling.timezone ?? 'UTC',
    mailPage: deps.mailPage(agent),
    heard,
    partner: other.partner,
    form: other.form,
    hands: other.hands,
    search,
    signal,
  }
  const stage = stageOf(() => turn.scene, reply, deps)
  const turn: Turn = { scene, state, ledger: emptyLedger(), stage }
  return turn
}

/** The scene is asked for when it is needed: what is known of the partner grows in a turn. */
function stageOf(scene: () => Scene, reply: Reply, deps: RespondDeps): Stage {
  const endsAt = performance.now() + turnMilliseconds
  const left = () => Math.max(0, Math.round(endsAt - performance.now()))
  return {
    reply,
    model: deps.model,
    content: () => deps.content(scene().agent, scene().partner),
    mayShow: (url) => url.startsWith(deps.mediaBase) || addressesIn(scene().definition).has(url),
    tools: (playbook) => deps.tools(scene().definition, playbook),
    run: (tool, given) =>
      deps.run(tool, given, { ...scene(), signal: AbortSignal.any([scene().signal, AbortSignal.timeout(left())]) }),
    left,
  }
}

/** The state, the record and what is announced, all or nothing. */
async function keep(turn: Turn, readAt: Date | undefined, deps: RespondDeps): Promise<void> {
  const { scene, state, ledger } = turn
  const { agent, asid, sessionId, eventId, channel, sandbox, now: at } = scene
  const row: KeptTurn = {
    id: deps.world.newId('trn'),
    readAt,
    asid,
    sessionId,
    eventId,
    channel,
    sandbox,
    at,
    record: ledger,
  }
  const news = sandbox ? [] : ledger.goalsReached.map((goalId) => goalEvent(turn, goalId))
  if (news.length === 0) await keepTurn(deps.db, agent, row, trimmed(state))
  else {
    await inTransaction(deps.db, async (tx) => {
      await keepTurn(tx, agent, row, trimmed(state))
      await deps.announce(tx, ...news)
    })
  }
  logTurn(deps.writeLog, turn, row.id)
}

function goalEvent({ scene }: Turn, goalId: string) {
  const { agent, asid, sessionId, channel, partner } = scene
  const data = { agentId: agent.id, goalId, personId: partner.id, userId: asid, sessionId, channel }
  return { orgId: agent.orgId, type: 'goal.reached', data }
}
