import { type AgentFlow, readTool } from '@parley/definition'
import { advance } from './advance.ts'
import { choicesFor, MadeUp } from './dry-run/made-up.ts'
import type { Advanced, FlowInput, FlowWorld, Question } from './engine.ts'

export type DryRun = {
  reachedEnd: boolean
  outcome?: string
  /** Where it stood when it was given up, as a place in the flow: `steps[2]`. */
  stuckAt?: string
  turns: DryTurn[]
  toolCalls: string[]
}
type DryTurn = { person: string; agent: string[]; trace: string[] }

export type DryRunOptions = {
  /** The playbook that the flow is of, where others call it back. */
  playbookId?: string
  mostTurns?: number
}

/** What the outside is asked for between two turns: far more than a flow may ask before it is stopped. */
const mostNeeds = 2000

/** Plays a flow with answers that are made up: the first choice, yes to all that is to be confirmed, tools that succeed. */
export function dryRun(flow: AgentFlow, world: FlowWorld, options: DryRunOptions = {}): DryRun {
  const { playbookId = flow.id, mostTurns = 60 } = options
  const within: FlowWorld = { ...world, flowOf: (id) => (id === playbookId ? flow : world.flowOf(id)) }
  const madeUp = new MadeUp(within)
  const report: DryRun = { reachedEnd: false, turns: [], toolCalls: [] }
  let said: Said = { person: 'Hello', input: { kind: 'start', playbookId } }
  let at: Advanced | undefined
  while (report.turns.length < mostTurns) {
    at = playTurn(report, at, said, within)
    if (at.needs.kind !== 'reply') break
    const question = questionIn(at)
    said = question ? madeUp.reply(question, slotAsked(at, within)) : { person: 'Hello', input: reply('Hello') }
  }
  const isEnd = (at?.needs.kind === 'over' || at?.needs.kind === 'handoff') && !at.stoppedAt
  return isEnd ? { ...report, reachedEnd: true } : { ...report, stuckAt: placeOf(at, playbookId) }
}

type Said = { person: string; input: FlowInput }

/** One word of the person, and all that comes of it. */
function playTurn(report: DryRun, before: Advanced | undefined, { person, input }: Said, world: FlowWorld): Advanced {
  const turn: DryTurn = { person, agent: [], trace: [] }
  report.turns.push(turn)
  let at = heard(report, turn, advance(before?.state, input, world))
  for (let needs = 0; needs < mostNeeds; needs++) {
    const next = served(report, at, world)
    if (!next) break
    at = heard(report, turn, advance(at.state, next, world))
  }
  return at
}

function heard(report: DryRun, turn: DryTurn, at: Advanced): Advanced {
  turn.trace.push(...at.trace)
  for (const effect of at.effects) {
    if (effect.kind === 'say') turn.agent.push(effect.text)
    if (effect.kind === 'template') turn.agent.push(`template:${effect.templateId}`)
    if (effect.kind === 'ask') turn.agent.push(effect.question.text)
    if (effect.kind === 'outcome') report.outcome = effect.outcome
  }
  return at
}

/** What the outside answers; nothing when it is the person's turn, or the flow is over. */
function served(report: DryRun, { needs }: Advanced, world: FlowWorld): FlowInput | undefined {
  switch (needs.kind) {
    case 'action':
      report.toolCalls.push(needs.tool)
      return { kind: 'acted', ok: true }
    case 'choices':
      if (readTool(needs.source)) report.toolCalls.push(needs.source)
      return { kind: 'choices', choices: choicesFor(needs.slot, needs.source, world.now) }
    case 'reading':
      return { kind: 'read', reading: { kind: 'unclear' } }
    case 'digression':
      return { kind: 'back' }
    default:
      return undefined
  }
}

function questionIn({ effects }: Advanced): Question | undefined {
  return effects.flatMap((effect) => (effect.kind === 'ask' ? effect.question : [])).at(-1)
}

function slotAsked({ state }: Advanced, world: FlowWorld) {
  const frame = state?.frames.at(-1)
  const { awaits } = frame ?? {}
  if (!frame || awaits?.kind !== 'slot') return undefined
  return world.flowOf(frame.playbookId)?.slots.find(({ name }) => name === awaits.slot)
}

function placeOf(at: Advanced | undefined, playbookId: string): string {
  const frame = at?.stoppedAt ?? at?.state?.frames.at(-1)
  if (!frame) return 'steps'
  return frame.playbookId === playbookId ? `steps[${frame.step}]` : `${frame.playbookId}: steps[${frame.step}]`
}

function reply(text: string): FlowInput {
  return { kind: 'reply', text }
}
