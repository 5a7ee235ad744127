import { type AgentFlow, type AgentLocation, isLocationField, parseFlow, readLocationField } from '@parley/definition'
import { advance } from '../advance.ts'
import type { AdvanceResult, FlowEffect, FlowInput, FlowQuestion, FlowRequest, FlowWorld } from '../engine.ts'

type ConversationOptions = {
  person?: Record<string, unknown>
  playbooks?: Record<string, unknown>
  locations?: readonly AgentLocation[]
  /** The location that the conversation is about. */
  locationId?: string
}

export function parseTestFlow(flowDocument: unknown): AgentFlow {
  const parsed = parseFlow(flowDocument, 'flow')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings))
  return parsed.flow
}

/** A Tuesday at noon in London. */
export const testNow = '2030-01-01T12:00:00.000Z'

export function createTestWorld(flow: unknown, options: ConversationOptions = {}): FlowWorld {
  const { person = {}, playbooks = {}, locations, locationId } = options
  const flows = new Map(
    [['main', flow], ...Object.entries(playbooks)].map(([id, document]) => [id, parseTestFlow(document)] as const),
  )
  return {
    flowOf: (id) => flows.get(id as string),
    person: (path) => person[path],
    now: testNow,
    timezone: 'Europe/London',
    country: 'GB',
    ...(locations && { locations, location: (path, id) => readLocation(locations, path, id) }),
    ...(locationId !== undefined && { locationId }),
  }
}

function readLocation(locations: readonly AgentLocation[], path: string, id: string | undefined): unknown {
  const location = locations.find((one) => one.id === id)
  const field = path.slice('location.'.length)
  const agent = { scheduling: { representatives: [] } }
  return location && isLocationField(field) ? readLocationField(agent, location, field) : undefined
}

/** Plays a conversation with a flow and returns a transcript: each input and its effects. */
export function playConversation(
  flow: unknown,
  inputs: (string | FlowInput)[] = [],
  options: ConversationOptions = {},
): string[] {
  const world = createTestWorld(flow, options)
  const lines: string[] = []
  let at: AdvanceResult = advance(undefined, { kind: 'start', playbookId: 'main' }, world)
  lines.push(...describeAdvance(at))
  for (const document of inputs) {
    const input: FlowInput = typeof document === 'string' ? { kind: 'reply', text: document } : document
    lines.push(`> ${typeof document === 'string' ? document : describeInput(document)}`)
    for (const effect of at.effects)
      if (effect.kind === 'save' && options.person) options.person[effect.path] = effect.value
    at = advance(at.state && JSON.parse(JSON.stringify(at.state)), input, world)
    lines.push(...describeAdvance(at))
  }
  return lines
}

function describeInput(input: FlowInput): string {
  if (input.kind === 'reply') return `(picked ${input.picked?.join(', ')})`
  return input.kind === 'acted' ? `(${input.ok ? 'ok' : 'failed'})` : `(${input.kind})`
}

function describeAdvance({ effects, request }: AdvanceResult): string[] {
  return [...effects.map(describeEffect), ...describeRequest(request)]
}

function describeEffect(effect: FlowEffect): string {
  switch (effect.kind) {
    case 'say':
      return [effect.text, ...(effect.suggestions ?? []).map((chip) => `[${chip}]`)].join(' ')
    case 'template':
      return `template:${effect.templateId}`
    case 'ask':
      return describeQuestion(effect.question)
    case 'save':
      return `save ${effect.path} = ${JSON.stringify(effect.value)}`
    case 'outcome':
      return `outcome ${effect.outcome}`
    case 'location':
      return `location ${effect.locationId}`
  }
}

function describeQuestion({ text, again, form }: FlowQuestion): string {
  const choices = 'options' in form ? ` ${form.options.map(({ label }) => `[${label}]`).join(' ')}` : ''
  const kind = form.kind === 'open' || form.kind === 'choice' ? '' : ` (${form.kind})`
  return `${again ? '??' : '?'} ${text}${kind}${choices}`
}

function describeRequest(flowRequest: FlowRequest): string[] {
  switch (flowRequest.kind) {
    case 'reply':
      return []
    case 'action':
      return [`= ${flowRequest.tool} ${JSON.stringify(flowRequest.with)}`]
    case 'choices':
      return [`= choices of ${flowRequest.source}`]
    case 'reading':
      return [`= reading of “${flowRequest.text}” as ${flowRequest.slot.name}`]
    case 'digression':
      return [`= digression: ${flowRequest.text}`]
    case 'handoff':
      return [`= handoff ${flowRequest.to.to === 'human' ? 'human' : `playbook:${flowRequest.to.id}`}`]
    case 'over':
      return [`= over, ${flowRequest.how}`]
  }
}
