import type { AgentDefinition } from '@parley/definition'
import { createPlayer, type FlowWorld, type PlayerView } from '@parley/flow'
import {
  type ActingTurn,
  type ObservedMessage,
  type PersonAction,
  resolveDirective,
  toActionInput,
} from '@parley/testcase'
import type { AgentKey } from '../../../platform/http/route.ts'
import { ModelError } from '../../runtime/index.ts'
import type { PlayedTurnRecord, RegressionDeps } from '../deps.ts'
import { writeWithModel } from './model-player.ts'
import { findNamedGoal } from './profiles.ts'
import { createSimulatedPerson } from './queries.ts'
import type { SimulatedLine, SimulatedOutcome, SimulationProfile } from './simulation.ts'

export type SimulatedConversationDeps = Pick<
  RegressionDeps,
  'db' | 'world' | 'definitions' | 'models' | 'sandbox' | 'sandboxConversations' | 'turns'
>

export type PlayConversationRequest = {
  agent: AgentKey
  lease: { id: string; token: string | null }
  profile: SimulationProfile
  seed: number
  maxTurns: number
  /** Called before each turn, because the simulation may be canceled in the meantime. */
  shouldContinue(): Promise<boolean>
  signal: AbortSignal
}

export type PlayedSimulation = {
  outcome: SimulatedOutcome
  reason?: string
  transcript: SimulatedLine[]
  directives: ActingTurn[]
  observed: { outcomes: string[]; endsWithReply: boolean }
  ruleHits: number
  costs: { amount: number; currency: string }[]
}

const channel = 'rcs'
/** Limit for a whole turn including tool calls; a longer turn is aborted. */
const turnMilliseconds = 120_000

type PlayState = PlayedSimulation & { asid: string; messages: ObservedMessage[]; last: ObservedMessage[] }
type ChooseTurn = (state: PlayState) => Promise<ActingTurn | undefined>
type Ending = Pick<PlayedSimulation, 'outcome' | 'reason'>

/** Plays one conversation in the sandbox, to its outcome. Undefined if the simulation was canceled meanwhile. */
export async function playSimulatedConversation(
  request: PlayConversationRequest,
  deps: SimulatedConversationDeps,
): Promise<PlayedSimulation | undefined> {
  const { agent, lease, maxTurns } = request
  const definition = await deps.definitions.read(deps.db, agent)
  const asid = await createSimulatedPerson(deps.db, agent, lease, (tx) =>
    deps.sandbox.createPerson(tx, agent, { channel, preset: {} }),
  )
  const state = createState(asid)
  const chooseTurn = await createTurnChooser(request, definition, deps)
  const goalId = findNamedGoal(definition, request.profile.goal)?.id
  while (state.directives.length < maxTurns) {
    if (!(await request.shouldContinue())) return undefined
    const turn = await chooseTurn(state).catch(toModelFailure)
    if (turn === undefined) return end(state, describeContained(state))
    if (isModelFailure(turn)) return end(state, { outcome: 'error', reason: turn.failed })
    const ending = await playTurn(request, state, turn, { goalId, deps })
    if (ending) return end(state, ending)
  }
  return end(state, { outcome: 'maxTurns', reason: await describeOpenEnd(agent, asid, deps) })
}

const createState = (asid: string): PlayState => ({
  asid,
  ...{ outcome: 'contained', transcript: [], directives: [], messages: [], last: [] },
  ...{ observed: { outcomes: [], endsWithReply: false }, ruleHits: 0, costs: [] },
})

function end(
  { asid: _, messages: __, last: ___, outcome: ____, ...played }: PlayState,
  ending: Ending,
): PlayedSimulation {
  return { ...played, ...ending }
}

type ModelFailure = { failed: string }
const isModelFailure = (turn: ActingTurn | ModelFailure): turn is ModelFailure =>
  typeof turn === 'object' && 'failed' in turn

function toModelFailure(error: unknown): ModelFailure {
  if (error instanceof ModelError) return { failed: `The model that plays the person failed: ${error.message}` }
  throw error
}

/** The model for judging plays the person. Where that is the embedded one, the embedded player does. */
async function createTurnChooser(
  { agent, profile, seed, signal }: PlayConversationRequest,
  definition: AgentDefinition,
  deps: SimulatedConversationDeps,
): Promise<ChooseTurn> {
  const model = await deps.models.forJudge(agent)
  if (model.name.provider !== 'embedded')
    return ({ transcript }) => writeWithModel(model, { profile, transcript, signal })
  const goal = findNamedGoal(definition, profile.goal)?.name ?? profile.goal
  const world = createPlayerWorld(definition, deps.world.now())
  const player = createPlayer({ ...profile, goal }, { seed, world })
  return async ({ asid, last }) => {
    const pending = await deps.sandbox.findQuestion(deps.db, agent, asid)
    const open = pending?.question
    const flow = pending && world.flowOf(pending.playbookId)
    const slot = open && 'slot' in open ? flow?.slots.find(({ name }) => name === open.slot) : undefined
    return player.next({ ...toView(last), ...(open && { question: { open, ...(slot && { slot }) } }) })
  }
}

function createPlayerWorld({ playbooks, scheduling, locations }: AgentDefinition, now: Date): FlowWorld {
  const flows = new Map(playbooks.map(({ id, flow }) => [id, flow]))
  return {
    flowOf: (id) => flows.get(id),
    person: () => undefined,
    now: now.toISOString(),
    timezone: scheduling.timezone ?? 'UTC',
    locations,
  }
}

function toView(messages: readonly ObservedMessage[]): PlayerView {
  const answers = (messages.at(-1)?.affordances ?? []).filter(({ answer }) => answer !== undefined)
  const ofKind = (intent: string) => answers.filter(({ answer }) => answer?.intent === intent)
  const [times, sides] = [ofKind('ask.time'), ofKind('confirm')]
  const chips = answers.filter((one) => !times.includes(one) && !sides.includes(one))
  return {
    text: messages.map(({ text }) => text).join('\n'),
    chips: chips.map(({ label }) => label),
    times: times.length,
    asksToConfirm: sides.length > 0,
  }
}

type TurnSetting = { goalId: string | undefined; deps: SimulatedConversationDeps }

async function playTurn(
  { agent, signal }: PlayConversationRequest,
  state: PlayState,
  turn: ActingTurn,
  { goalId, deps }: TurnSetting,
): Promise<Ending | undefined> {
  const action = resolveAction(turn, state)
  const input = toActionInput(action)
  const partner = { asid: state.asid, channel } as const
  const limit = AbortSignal.any([signal, AbortSignal.timeout(turnMilliseconds)])
  const reply = await deps.sandboxConversations.runTurn(agent, partner, action, limit)
  signal.throwIfAborted()
  const { eventId, sessionId, messages, warnings, optsOut } = reply
  const accepted = messages.map(({ messageId, message, text }) => ({ messageId, accepted: true, text, message }))
  const record =
    (await deps.turns.findByEvent(deps.db, agent, eventId)) ??
    (await deps.turns.saveWebhookTurn(deps.db, agent, {
      ...{ ...partner, sessionId, eventId, input, messages: accepted, warnings, optsOut },
    }))
  state.directives.push(turn)
  state.transcript.push({ role: 'user', text: input.text })
  state.transcript.push(...messages.map(({ text }) => ({ role: 'agent' as const, text })))
  state.last = [...messages]
  state.messages.push(...messages)
  state.observed = {
    outcomes: [...state.observed.outcomes, ...record.outcomes],
    endsWithReply: messages.some(({ text }) => text.trim() !== ''),
  }
  state.ruleHits += record.ruleHits.length
  state.costs = record.modelCalls.reduce((costs, { cost }) => (cost ? addCost(costs, cost) : costs), state.costs)
  return findEnding(record, { goalId, replies: messages.length, warnings })
}

/** There may be nothing to tap: then the person types it. */
function resolveAction(turn: ActingTurn, { messages }: PlayState): PersonAction {
  const resolved = resolveDirective(turn, messages)
  return 'missing' in resolved ? { kind: 'says', text: resolved.fallback ?? 'Yes' } : resolved
}

type TurnEnd = { goalId: string | undefined; replies: number; warnings: readonly string[] }

function findEnding(record: PlayedTurnRecord, { goalId, replies, warnings }: TurnEnd): Ending | undefined {
  const failure = record.modelCalls.at(-1)?.error
  if (failure !== undefined) return { outcome: 'error', reason: `The model failed: ${failure}` }
  const failed = record.warnings.find((warning) => failureWarning.test(warning))
  if (failed !== undefined) return { outcome: 'error', reason: failed }
  if (goalId !== undefined && record.goalsReached.includes(goalId)) return { outcome: 'goal' }
  if (isHandedOver(record)) return { outcome: 'handedOver', reason: 'Handed over to a person' }
  if (replies === 0) return { outcome: 'error', reason: warnings[0] ?? 'The agent did not answer' }
  return undefined
}

const failureWarning = /^The turn failed|^The flow (?:is in an endless loop|looped)/

const isHandedOver = ({ toolCalls, effects }: PlayedTurnRecord): boolean =>
  toolCalls.some(({ name, called }) => name === 'human.contact' && called) ||
  effects.some(({ kind }) => kind === 'desk.waiting')

function describeContained({ observed: { outcomes } }: PlayState): Ending {
  const reason = outcomes.length > 0 ? `Ended with ${[...new Set(outcomes)].join(', ')}` : 'Ended without a result'
  return { outcome: 'contained', reason }
}

async function describeOpenEnd(
  agent: AgentKey,
  asid: string,
  { db, sandbox }: SimulatedConversationDeps,
): Promise<string> {
  const pending = await sandbox.findQuestion(db, agent, asid)
  if (!pending) return 'Still talking after the last turn'
  const { playbookId, question } = pending
  const what = question.kind === 'confirmAction' ? 'a confirmation' : question.slot
  return `Still asked for ${what} in ${playbookId}`
}

type Cost = PlayedSimulation['costs'][number]

function addCost(costs: readonly Cost[], { amount, currency }: Cost): Cost[] {
  const known = costs.find((cost) => cost.currency === currency)
  if (!known) return [...costs, { amount, currency }]
  return costs.map((cost) => (cost === known ? { currency, amount: cost.amount + amount } : cost))
}
