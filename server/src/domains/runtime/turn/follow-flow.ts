import { readPersonPath, readTool } from '@parley/definition'
import {
  type Advanced,
  advance,
  type Choice,
  type FlowEffect,
  type FlowInput,
  type FlowNeed,
  type FlowWorld,
} from '@parley/flow'
import { templateValues } from '../../agents/index.ts'
import type { ProfileChange } from '../../people/index.ts'
import { saidOf, wordsOf } from '../heard.ts'
import { flowArguments } from './flow-arguments.ts'
import { type FlowSpeech, flush, sayEffect, silence } from './flow-speech.ts'
import { noted } from './noted.ts'
import { readWithModel } from './read-answer.ts'
import { enterPlaybook, happened, note, playbookOf, refuse, type Turn, useTool } from './turn.ts'

/** More than any conversation needs between two things that a person says. */
const mostNeeds = 60

/** `talk`: the model is to answer what the flow leaves open. */
export type Followed = 'done' | 'talk'

/** Answers a question that the person asks in between. */
type Digress = (turn: Turn) => Promise<unknown>

/** What the person said, as a flow takes it. */
export function replyOf({ scene: { heard } }: Turn): FlowInput {
  const picked = heard.kind === 'picked' ? { picked: heard.optionIds } : {}
  const typed = heard.kind === 'picked' ? heard.text : undefined
  return { kind: 'reply', text: saidOf(heard) ?? typed ?? wordsOf(heard), ...picked }
}

/** Lets the flow have its way until it waits for the person, or is over. */
export async function followFlow(turn: Turn, begin: FlowInput, digress: Digress): Promise<Followed> {
  const speech = silence()
  const spokenBefore = turn.ledger.messages.length
  let input: FlowInput | undefined = begin
  for (let needs = 0; input && needs < mostNeeds; needs++) {
    const advanced = advance(turn.state.flow?.state, input, worldOf(turn))
    await take(turn, speech, advanced)
    if (advanced.needs.kind === 'over' || advanced.needs.kind === 'handoff') {
      await flush(turn, speech)
      turn.afterFlow = begin.kind === 'reply'
      return leave(turn, advanced.needs, turn.ledger.messages.length > spokenBefore)
    }
    input = await serve(turn, speech, advanced.needs, digress)
  }
  await flush(turn, speech)
  if (input) turn.ledger.warnings.push('The flow went round and round')
  return 'done'
}

/** Keeps where the flow is, says what it says and saves what it learnt. */
async function take(turn: Turn, speech: FlowSpeech, advanced: Advanced): Promise<void> {
  const { state, effects, trace, stoppedAt } = advanced
  if (stoppedAt)
    turn.ledger.warnings.push(
      `The flow went in a circle and was stopped at step ${stoppedAt.step} of ${stoppedAt.playbookId}`,
    )
  const playbookId = state?.frames[0]?.playbookId ?? turn.state.flow?.playbookId ?? playbookOf(turn).id
  const question = effects.findLast((effect) => effect.kind === 'ask')?.question
  const asked = question?.intentId ?? turn.state.flow?.asked
  const innermost = state?.frames.at(-1)
  turn.ledger.flow = {
    playbookId,
    ...(innermost && { step: innermost.step }),
    slots: innermost?.slots ?? advanced.slots ?? {},
    trace: [...(turn.ledger.flow?.trace ?? []), ...trace],
  }
  const { flow: _, ...rest } = turn.state
  turn.state = state ? { ...rest, flow: { playbookId, state, ...(asked !== undefined && { asked }) } } : rest
  for (const effect of effects) await takeEffect(turn, speech, effect)
}

async function takeEffect(turn: Turn, speech: FlowSpeech, effect: FlowEffect): Promise<void> {
  if (effect.kind === 'outcome') turn.ledger.outcomes.push(effect.outcome)
  else if (effect.kind === 'save') await saveSlot(turn, effect.path, String(effect.value))
  else await sayEffect(turn, speech, effect)
}

/** A bound slot is saved to the Person when it is filled. */
async function saveSlot(turn: Turn, path: string, value: string): Promise<void> {
  const read = readPersonPath(path)
  if (!read) return
  const field = path.slice('person.'.length)
  const key = field.startsWith('customFields.') ? field.slice('customFields.'.length) : undefined
  const change = (key === undefined ? { [field]: value } : { customFields: { [key]: value } }) as ProfileChange
  const done = await turn.scene.hands.save(change)
  if (!done.ok) {
    turn.ledger.warnings.push(`${path} was not saved: ${done.why}`)
    return
  }
  // What is on file is never asked for, so that this is new.
  const captured = (field === 'email' || field === 'phone') && done.value.saved.length > 0
  if (captured) happened(turn, 'contact.captured')
  turn.scene = { ...turn.scene, partner: done.value.partner }
}

/** What the flow asked the outside for; undefined when it is the person's turn. */
async function serve(turn: Turn, speech: FlowSpeech, need: FlowNeed, digress: Digress): Promise<FlowInput | undefined> {
  if (need.kind === 'choices') return { kind: 'choices', choices: await choicesFor(turn, need.source) }
  if (need.kind === 'reply' || need.kind === 'over' || need.kind === 'handoff') return undefined
  await flush(turn, speech)
  if (need.kind === 'reading') return { kind: 'read', reading: await readWithModel(turn, need) }
  if (need.kind === 'action') return act(turn, need)
  await digress(turn)
  return { kind: 'back' }
}

async function act(turn: Turn, { tool: name, with: given }: Extract<FlowNeed, { kind: 'action' }>): Promise<FlowInput> {
  const { frame, playbook } = innermost(turn)
  const read = readTool(name)
  const wanted = read?.kind === 'integration' ? read.id : name
  const tool = turn.stage.tools(playbook).find((one) => one.name === wanted)
  const filled = flowArguments(wanted, given, { flow: playbook.flow, frame })
  const outcome = tool
    ? await useTool(turn, tool, filled)
    : refuse(turn, { name: wanted, given: filled, why: `${wanted} is not set up here.` })
  if (outcome.ok && tool?.acts) note(turn, noted(wanted, outcome.result))
  return { kind: 'acted', ok: outcome.ok, result: outcome.result }
}

/** A flow that was called acts through the capabilities of its own playbook. */
function innermost(turn: Turn) {
  const frame = turn.state.flow?.state.frames.at(-1)
  const playbook = turn.scene.definition.playbooks.find(({ id }) => id === frame?.playbookId) ?? playbookOf(turn)
  return { frame, playbook }
}

/** Choices that are not written in the flow: open times, things, or a collection. */
async function choicesFor(turn: Turn, source: string): Promise<Choice[]> {
  const { definition } = turn.scene
  if (source === 'things') return definition.things.map(choiceOfThing)
  if (source.startsWith('collection:')) {
    const id = source.slice('collection:'.length).trim()
    return definition.things.filter(({ collections }) => collections?.includes(id)).map(choiceOfThing)
  }
  const tool = turn.stage.tools(innermost(turn).playbook).find(({ name, acts }) => name === source && !acts)
  if (!tool) return []
  const { show = [] } = await useTool(turn, tool, {})
  return show.flatMap((part) =>
    part.type === 'ask.time' ? part.slots.map(({ id, label, start }) => ({ id, label: label ?? start.iso })) : [],
  )
}

const choiceOfThing = ({ id, name, description }: { id: string; name: string; description?: string }): Choice => ({
  id,
  label: name,
  ...(description && { description }),
})

type Ending = Extract<FlowNeed, { kind: 'over' | 'handoff' }>

async function leave(turn: Turn, need: Ending, hasSpoken: boolean): Promise<Followed> {
  if (need.kind === 'over') {
    if (need.how === 'end') enterDefault(turn)
    return hasSpoken ? 'done' : 'talk'
  }
  if (need.to.to === 'playbook') {
    enterPlaybook(turn, need.to.id)
    return 'talk'
  }
  const tool = turn.stage.tools(playbookOf(turn)).find(({ name }) => name === 'human.contact')
  const { show = [], chips = [], ok } = tool ? await useTool(turn, tool, {}) : { ok: false }
  const speech = silence()
  const text = ok ? 'Here is how you reach a person:' : 'I am sorry, there is nobody I can put you through to here.'
  speech.parts.push({ type: 'text', text }, ...show)
  speech.chips.push(...chips)
  await flush(turn, speech)
  if (turn.state.outreachId === undefined) enterDefault(turn)
  return 'done'
}

/** The conversation is done: what comes next begins anew. */
function enterDefault(turn: Turn): void {
  const { playbookId: _, outreachId: __, ...rest } = turn.state
  turn.state = rest
}

function worldOf({ scene }: Turn): FlowWorld {
  const { definition, partner, now, timezone } = scene
  return {
    flowOf: (playbookId) => definition.playbooks.find(({ id }) => id === playbookId)?.flow,
    person: (path) => personValue(partner, path),
    agent: (path) => templateValues(definition, partner)(path),
    now: now.toISOString(),
    timezone,
  }
}

function personValue(partner: Turn['scene']['partner'], path: string): unknown {
  const [, field = '', ...rest] = path.split('.')
  if (field === 'customFields') return own(partner.customFields, rest.join('.'))
  if (field === 'fullName') return partner.fullName ?? wholeName(partner)
  const value = rest.reduce<unknown>((within, key) => own(within, key), own(partner, field))
  return value instanceof Date ? value.toISOString() : value
}

function wholeName({ firstName, lastName }: Turn['scene']['partner']): string | undefined {
  return firstName && lastName ? `${firstName} ${lastName}` : undefined
}

function own(values: unknown, key: string): unknown {
  if (typeof values !== 'object' || values === null || !Object.hasOwn(values, key)) return undefined
  return (values as Record<string, unknown>)[key]
}
