import { type AgentFlow, type FlowSlot, parseFlowTool } from '@parley/definition'
import { advance } from './advance.ts'
import type { AdvanceResult, FlowChoice, FlowInput, FlowQuestion, FlowWorld } from './engine.ts'
import { listLocationNames } from './slots/locations.ts'
import { validateSlot } from './slots/store.ts'
import { answersByType, createSyntheticChoices } from './synthetic-answers.ts'

/**
 * Generates synthetic answers. A repeated question gets the next answer, so that the run finds its way out of a loop.
 */
class SyntheticAnswers {
  readonly #world: FlowWorld
  readonly #asked = new Map<string, number>()
  constructor(world: FlowWorld) {
    this.#world = world
  }

  reply({ intentId, form }: FlowQuestion, slot: FlowSlot | undefined): { person: string; input: FlowInput } {
    const count = this.#asked.get(intentId) ?? 0
    this.#asked.set(intentId, count + 1)
    if (form.kind === 'choice' || form.kind === 'times') return createPick(cycle(form.options, count))
    const text = slot ? cycle(this.#answersTo(slot), count) : 'yes'
    return { person: text, input: { kind: 'reply', text } }
  }

  #answersTo(slot: FlowSlot): string[] {
    if (slot.type === 'location') return listLocationNames(slot, this.#world.locations)
    const answers = answersByType[slot.type](this.#world.now)
    const fitting = answers.filter((text) => {
      const value = slot.type === 'number' ? Number(text) : text
      return slot.type === 'boolean' || validateSlot(slot, { value, text }, this.#world) === undefined
    })
    return fitting.length > 0 ? fitting : answers
  }
}

function createPick({ id, label }: FlowChoice): { person: string; input: FlowInput } {
  return { person: label, input: { kind: 'reply', text: label, picked: [id] } }
}

function cycle<T>(list: readonly T[], count: number): T {
  return list[count % list.length] as T
}

export type DryRun = {
  reachedEnd: boolean
  outcome?: string
  /** Where the run got stuck, as a path in the flow: `steps[2]`. */
  stuckAt?: string
  turns: DryTurn[]
  toolCalls: string[]
}
type DryTurn = { person: string; agent: string[]; trace: string[] }

export type DryRunOptions = {
  /** The flow's playbook, in case other flows call it back. */
  playbookId?: string
  maxTurns?: number
}

/** Maximum requests between two turns: far more than a flow may make before it is stopped. */
const maxRequests = 2000

/** Runs a flow with synthetic answers: the first choice, yes to every confirmation, tools that succeed. */
export function dryRun(flow: AgentFlow, world: FlowWorld, options: DryRunOptions = {}): DryRun {
  const { playbookId = flow.id, maxTurns = 60 } = options
  const within: FlowWorld = { ...world, flowOf: (id) => (id === playbookId ? flow : world.flowOf(id)) }
  const madeUp = new SyntheticAnswers(within)
  const report: DryRun = { reachedEnd: false, turns: [], toolCalls: [] }
  let turn: SyntheticTurn = { person: 'Hello', input: { kind: 'start', playbookId } }
  let at: AdvanceResult | undefined
  while (report.turns.length < maxTurns) {
    at = playTurn(report, at, turn, within)
    if (at.request.kind !== 'reply') break
    const question = findQuestion(at)
    turn = question ? madeUp.reply(question, findAskedSlot(at, within)) : { person: 'Hello', input: reply('Hello') }
  }
  const isEnd = (at?.request.kind === 'over' || at?.request.kind === 'handoff') && !at.stoppedAt
  return isEnd ? { ...report, reachedEnd: true } : { ...report, stuckAt: formatPosition(at, playbookId) }
}

type SyntheticTurn = { person: string; input: FlowInput }

/** Plays one message from the person and everything that follows from it. */
function playTurn(
  report: DryRun,
  before: AdvanceResult | undefined,
  { person, input }: SyntheticTurn,
  world: FlowWorld,
): AdvanceResult {
  const turn: DryTurn = { person, agent: [], trace: [] }
  report.turns.push(turn)
  let at = recordEffects(report, turn, advance(before?.state, input, world))
  for (let needs = 0; needs < maxRequests; needs++) {
    const next = fulfillRequest(report, at, world)
    if (!next) break
    at = recordEffects(report, turn, advance(at.state, next, world))
  }
  return at
}

function recordEffects(report: DryRun, turn: DryTurn, at: AdvanceResult): AdvanceResult {
  turn.trace.push(...at.trace)
  for (const effect of at.effects) {
    if (effect.kind === 'say') turn.agent.push(effect.text)
    if (effect.kind === 'template') turn.agent.push(`template:${effect.templateId}`)
    if (effect.kind === 'ask') turn.agent.push(effect.question.text)
    if (effect.kind === 'outcome') report.outcome = effect.outcome
  }
  return at
}

/** Answers a request to the outside; undefined when it is the person's turn or the flow has ended. */
function fulfillRequest(report: DryRun, { request }: AdvanceResult, world: FlowWorld): FlowInput | undefined {
  switch (request.kind) {
    case 'action':
      report.toolCalls.push(request.tool)
      return { kind: 'acted', ok: true }
    case 'choices':
      if (parseFlowTool(request.source)) report.toolCalls.push(request.source)
      return { kind: 'choices', choices: createSyntheticChoices(request.slot, request.source, world.now) }
    case 'reading':
      return { kind: 'read', reading: { kind: 'unclear' } }
    case 'digression':
      return { kind: 'back' }
    default:
      return undefined
  }
}

function findQuestion({ effects }: AdvanceResult): FlowQuestion | undefined {
  return effects.flatMap((effect) => (effect.kind === 'ask' ? effect.question : [])).at(-1)
}

function findAskedSlot({ state }: AdvanceResult, world: FlowWorld) {
  const frame = state?.frames.at(-1)
  const { awaits } = frame ?? {}
  if (!frame || awaits?.kind !== 'slot') return undefined
  return world.flowOf(frame.playbookId)?.slots.find(({ name }) => name === awaits.slot)
}

function formatPosition(at: AdvanceResult | undefined, playbookId: string): string {
  const frame = at?.stoppedAt ?? at?.state?.frames.at(-1)
  if (!frame) return 'steps'
  return frame.playbookId === playbookId ? `steps[${frame.step}]` : `${frame.playbookId}: steps[${frame.step}]`
}

function reply(text: string): FlowInput {
  return { kind: 'reply', text }
}
