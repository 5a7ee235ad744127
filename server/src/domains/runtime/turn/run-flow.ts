import {
  type AgentPlaybook,
  type FlowTool,
  findIntegrationTool,
  getIntegrationToolName,
  parseFlowTool,
  parsePersonPath,
} from '@parley/definition'
import {
  type AdvanceResult,
  advance,
  type FlowChoice,
  type FlowEffect,
  type FlowInput,
  type FlowRequest,
  type FlowWorld,
} from '@parley/flow'
import { createTemplateValues } from '../../agents/index.ts'
import type { ProfileChange } from '../../people/index.ts'
import type { AgentTool, ToolOutcome } from '../deps.ts'
import { describePersonInput, getLiteralText } from '../person-input.ts'
import { createCatalogTool } from '../tools/catalog-tool.ts'
import { createServiceTool } from '../tools/integration.ts'
import {
  addFlowEffect,
  buildToolArguments,
  createFlowOutput,
  type FlowOutput,
  flushFlowOutput,
} from './flow-effects.ts'
import { interpretReplyWithModel } from './interpret-reply.ts'
import { setTurnLocation } from './location.ts'
import { describeToolEffect } from './tool-effects.ts'
import {
  addNote,
  callTool,
  enterPlaybook,
  getActivePlaybook,
  recordGoalEvent,
  rejectToolCall,
  type TurnContext,
} from './turn.ts'

/** More than a flow needs between two messages of the person. */
const maxRequests = 60

/** `talk`: the model answers what the flow leaves open. */
export type FlowRunResult = 'done' | 'talk'

type Digress = (turn: TurnContext) => Promise<unknown>

export function toFlowReply({ input: { personInput } }: TurnContext): FlowInput {
  const picked = personInput.kind === 'picked' ? { picked: personInput.optionIds } : {}
  const typed = personInput.kind === 'picked' ? personInput.text : undefined
  return { kind: 'reply', text: getLiteralText(personInput) ?? typed ?? describePersonInput(personInput), ...picked }
}

export async function runFlow(turn: TurnContext, begin: FlowInput, digress: Digress): Promise<FlowRunResult> {
  const speech = createFlowOutput()
  const spokenBefore = turn.turnRecord.messages.length
  let input: FlowInput | undefined = begin
  for (let needs = 0; input && needs < maxRequests; needs++) {
    const advanced = advance(turn.state.flow?.state, input, createFlowWorld(turn))
    await applyAdvance(turn, speech, advanced)
    if (advanced.request.kind === 'over' || advanced.request.kind === 'handoff') {
      await flushFlowOutput(turn, speech)
      turn.afterFlow = begin.kind === 'reply'
      return endFlow(turn, advanced.request, turn.turnRecord.messages.length > spokenBefore)
    }
    input = await fulfillRequest(turn, speech, advanced.request, digress)
  }
  await flushFlowOutput(turn, speech)
  if (input) turn.turnRecord.warnings.push('The flow is in an endless loop')
  return 'done'
}

/** Stores the position of the flow, collects its output, and saves filled slots. */
async function applyAdvance(turn: TurnContext, speech: FlowOutput, advanced: AdvanceResult): Promise<void> {
  const { state, effects, trace, stoppedAt } = advanced
  if (stoppedAt)
    turn.turnRecord.warnings.push(
      `The flow looped and was stopped at step ${stoppedAt.step} of ${stoppedAt.playbookId}`,
    )
  const playbookId = state?.frames[0]?.playbookId ?? turn.state.flow?.playbookId ?? getActivePlaybook(turn).id
  const question = effects.findLast((effect) => effect.kind === 'ask')?.question
  const intentId = question?.intentId ?? turn.state.flow?.asked
  const innermost = state?.frames.at(-1)
  turn.turnRecord.flow = {
    playbookId,
    ...(innermost && { step: innermost.step }),
    slots: innermost ? { ...innermost.slots, ...innermost.results } : (advanced.slots ?? {}),
    trace: [...(turn.turnRecord.flow?.trace ?? []), ...trace],
    steps: countSteps(turn.turnRecord.flow?.steps, advanced.passed),
  }
  const { flow: _, ...rest } = turn.state
  turn.state = state
    ? { ...rest, flow: { playbookId, state, ...(intentId !== undefined && { asked: intentId }) } }
    : rest
  for (const effect of effects) await applyEffect(turn, speech, effect)
}

type CountedSteps = NonNullable<NonNullable<TurnContext['turnRecord']['flow']>['steps']>

function countSteps(before: CountedSteps = [], passed: AdvanceResult['passed'] = []): CountedSteps {
  const counts = new Map(before.map((step) => [`${step.playbookId} ${step.step}`, step]))
  for (const { playbookId, step } of passed) {
    const key = `${playbookId} ${step}`
    counts.set(key, { playbookId, step, times: (counts.get(key)?.times ?? 0) + 1 })
  }
  return [...counts.values()]
}

async function applyEffect(turn: TurnContext, speech: FlowOutput, effect: FlowEffect): Promise<void> {
  if (effect.kind === 'outcome') turn.turnRecord.outcomes.push(effect.outcome)
  else if (effect.kind === 'save') await saveSlot(turn, effect.path, String(effect.value))
  else if (effect.kind === 'location') setTurnLocation(turn, effect.locationId)
  else await addFlowEffect(turn, speech, effect)
}

/** A slot bound to the person is saved as soon as it is filled. */
async function saveSlot(turn: TurnContext, path: string, value: string): Promise<void> {
  const read = parsePersonPath(path)
  if (!read) return
  const field = path.slice('person.'.length)
  const key = field.startsWith('customFields.') ? field.slice('customFields.'.length) : undefined
  const change = (key === undefined ? { [field]: value } : { customFields: { [key]: value } }) as ProfileChange
  const done = await turn.input.actions.saveProfile(change)
  if (!done.ok) {
    turn.turnRecord.warnings.push(`${path} was not saved: ${done.reason}`)
    return
  }
  // Flows do not ask for known values, so this one is new.
  const captured = (field === 'email' || field === 'phone') && done.value.saved.length > 0
  if (captured) recordGoalEvent(turn, 'contact.captured')
  turn.input = { ...turn.input, partner: done.value.partner }
}

/** Fulfills an external request of the flow; returns undefined when it is the person's turn. */
async function fulfillRequest(
  turn: TurnContext,
  speech: FlowOutput,
  need: FlowRequest,
  digress: Digress,
): Promise<FlowInput | undefined> {
  if (need.kind === 'choices') return { kind: 'choices', choices: await loadChoices(turn, need.source) }
  if (need.kind === 'reply' || need.kind === 'over' || need.kind === 'handoff') return undefined
  await flushFlowOutput(turn, speech)
  if (need.kind === 'reading') return { kind: 'read', reading: await interpretReplyWithModel(turn, need) }
  if (need.kind === 'action') return runFlowAction(turn, need)
  await digress(turn)
  return { kind: 'back' }
}

async function runFlowAction(
  turn: TurnContext,
  { tool: name, with: given }: Extract<FlowRequest, { kind: 'action' }>,
): Promise<FlowInput> {
  const { frame, playbook } = getInnermostFrame(turn)
  const read = parseFlowTool(name)
  const wanted = getRecordedName(turn, name, read)
  const tool =
    read?.kind === 'catalogTool'
      ? findCatalogTool(turn, read.id, playbook.id)
      : (findServiceTool(turn, read, playbook) ?? turn.io.tools(playbook).find((one) => one.name === wanted))
  const filled = buildToolArguments(wanted, given, { flow: playbook.flow, frame })
  const outcome = tool
    ? await callFlowTool(turn, tool, filled)
    : rejectToolCall(turn, { name: wanted, given: filled, reason: `${wanted} is not set up here.` })
  if (outcome.ok && tool?.hasSideEffects) addNote(turn, describeToolEffect(wanted, outcome.result))
  return { kind: 'acted', ok: outcome.ok, result: outcome.value ?? outcome.result }
}

async function callFlowTool(turn: TurnContext, tool: AgentTool, given: unknown): Promise<ToolOutcome> {
  turn.input = { ...turn.input, inFlow: true }
  const outcome = await callTool(turn, tool, given)
  const { inFlow: _, ...input } = turn.input
  turn.input = input
  return outcome
}

/** The name of a tool in turn records: without the form that flows write. */
function getRecordedName({ input }: TurnContext, written: string, tool: FlowTool | undefined): string {
  if (!tool || tool.kind === 'tool') return written
  if (tool.kind === 'catalogTool') return tool.id
  const integration = input.definition.integrations.find(({ id }) => id === tool.id)
  return integration ? getIntegrationToolName(integration, tool.tool) : tool.id
}

/** A tool of an MCP server or an OpenAPI service that the playbook uses. */
function findServiceTool(
  { input }: TurnContext,
  tool: FlowTool | undefined,
  { id: playbookId, uses }: AgentPlaybook,
): AgentTool | undefined {
  if (tool?.kind !== 'integration' || !uses.includes(`integration:${tool.id}`)) return undefined
  const found = findIntegrationTool(input.definition, tool)
  return found && createServiceTool(found.integration, found.tool, { calledBy: 'flow', playbookId })
}

/** A flow may call any tool of the catalog that is bound, also without `toolRefs`. */
function findCatalogTool({ input }: TurnContext, toolId: string, playbookId: string): AgentTool | undefined {
  const callable = input.catalogTools.find(({ id }) => id === toolId)
  return callable && createCatalogTool(callable, { calledBy: 'flow', playbookId })
}

/** A called flow uses the capabilities of its own playbook. */
function getInnermostFrame(turn: TurnContext) {
  const frame = turn.state.flow?.state.frames.at(-1)
  const playbook = turn.input.definition.playbooks.find(({ id }) => id === frame?.playbookId) ?? getActivePlaybook(turn)
  return { frame, playbook }
}

/** Loads choices that the flow does not list: open times, Things, or a collection. */
async function loadChoices(turn: TurnContext, source: string): Promise<FlowChoice[]> {
  const { definition } = turn.input
  if (source === 'things') return definition.things.map(toChoice)
  if (source.startsWith('collection:')) {
    const id = source.slice('collection:'.length).trim()
    return definition.things.filter(({ collections }) => collections?.includes(id)).map(toChoice)
  }
  const tool = turn.io
    .tools(getInnermostFrame(turn).playbook)
    .find(({ name, hasSideEffects }) => name === source && !hasSideEffects)
  if (!tool) return []
  const { show = [] } = await callFlowTool(turn, tool, {})
  return show.flatMap((part) =>
    part.type === 'ask.time' ? part.slots.map(({ id, label, start }) => ({ id, label: label ?? start.iso })) : [],
  )
}

const toChoice = ({ id, name, description }: { id: string; name: string; description?: string }): FlowChoice => ({
  id,
  label: name,
  ...(description && { description }),
})

type FlowEnd = Extract<FlowRequest, { kind: 'over' | 'handoff' }>

async function endFlow(turn: TurnContext, need: FlowEnd, hasSpoken: boolean): Promise<FlowRunResult> {
  if (need.kind === 'over') {
    if (need.how === 'end') enterDefault(turn)
    return hasSpoken ? 'done' : 'talk'
  }
  if (need.to.to === 'playbook') {
    enterPlaybook(turn, need.to.id)
    return 'talk'
  }
  const tool = turn.io.tools(getActivePlaybook(turn)).find(({ name }) => name === 'human.contact')
  const { show = [], chips = [], ok, endsTurn }: Partial<ToolOutcome> = tool ? await callTool(turn, tool, {}) : {}
  const speech = createFlowOutput()
  const text = ok ? 'Here is how you reach a person:' : 'I am sorry, there is nobody I can put you through to here.'
  speech.parts.push(...(endsTurn ? [] : [{ type: 'text' as const, text }]), ...show)
  speech.chips.push(...chips)
  await flushFlowOutput(turn, speech)
  if (turn.state.outreachId === undefined) enterDefault(turn)
  return 'done'
}

/** The conversation is done; the next message starts over. */
function enterDefault(turn: TurnContext): void {
  const { playbookId: _, outreachId: __, ...rest } = turn.state
  turn.state = rest
}

function createFlowWorld({ input }: TurnContext): FlowWorld {
  const { agent, definition, partner, now, timezone, locationId } = input
  const country = definition.agent.defaultCountry ?? agent.defaultCountry
  return {
    flowOf: (playbookId) => definition.playbooks.find(({ id }) => id === playbookId)?.flow,
    person: (path) => readPersonValue(partner, path),
    agent: (path) => createTemplateValues(definition, partner)(path),
    locations: definition.locations,
    location: (path, id) => createTemplateValues(definition, partner, id)(path),
    ...(locationId !== undefined && { locationId }),
    now: now.toISOString(),
    timezone,
    ...(country !== undefined && { country }),
  }
}

function readPersonValue(partner: TurnContext['input']['partner'], path: string): unknown {
  const [, field = '', ...rest] = path.split('.')
  if (field === 'customFields') return readOwn(partner.customFields, rest.join('.'))
  if (field === 'fullName') return partner.fullName ?? joinName(partner)
  const value = rest.reduce<unknown>((within, key) => readOwn(within, key), readOwn(partner, field))
  return value instanceof Date ? value.toISOString() : value
}

function joinName({ firstName, lastName }: TurnContext['input']['partner']): string | undefined {
  return firstName && lastName ? `${firstName} ${lastName}` : undefined
}

function readOwn(values: unknown, key: string): unknown {
  if (typeof values !== 'object' || values === null || !Object.hasOwn(values, key)) return undefined
  return (values as Record<string, unknown>)[key]
}
