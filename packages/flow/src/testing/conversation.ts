import { type AgentFlow, parseFlow } from '@parley/definition'
import { advance } from '../advance.ts'
import type { AdvanceResult, FlowEffect, FlowInput, FlowQuestion, FlowRequest, FlowWorld } from '../engine.ts'

type Given = { person?: Record<string, unknown>; playbooks?: Record<string, unknown> }

export function parseTestFlow(written: unknown): AgentFlow {
  const parsed = parseFlow(written, 'flow')
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.findings))
  return parsed.flow
}

/** A Tuesday at noon in London. */
export const noon = '2030-01-01T12:00:00.000Z'

export function createTestWorld(flow: unknown, { person = {}, playbooks = {} }: Given = {}): FlowWorld {
  const flows = new Map(
    [['main', flow], ...Object.entries(playbooks)].map(([id, one]) => [id, parseTestFlow(one)] as const),
  )
  return {
    flowOf: (id) => flows.get(id as string),
    person: (path) => person[path],
    now: noon,
    timezone: 'Europe/London',
    country: 'GB',
  }
}

/** Plays a conversation with a flow and returns a transcript: each input and its effects. */
export function playConversation(flow: unknown, inputs: (string | FlowInput)[] = [], given: Given = {}): string[] {
  const world = createTestWorld(flow, given)
  const lines: string[] = []
  let at: AdvanceResult = advance(undefined, { kind: 'start', playbookId: 'main' }, world)
  lines.push(...describeAdvance(at))
  for (const one of inputs) {
    const input: FlowInput = typeof one === 'string' ? { kind: 'reply', text: one } : one
    lines.push(`> ${typeof one === 'string' ? one : nameOf(one)}`)
    for (const effect of at.effects)
      if (effect.kind === 'save' && given.person) given.person[effect.path] = effect.value
    at = advance(at.state && JSON.parse(JSON.stringify(at.state)), input, world)
    lines.push(...describeAdvance(at))
  }
  return lines
}

function nameOf(input: FlowInput): string {
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
  }
}

function describeQuestion({ text, again, form }: FlowQuestion): string {
  const choices = 'options' in form ? ` ${form.options.map(({ label }) => `[${label}]`).join(' ')}` : ''
  const kind = form.kind === 'open' || form.kind === 'choice' ? '' : ` (${form.kind})`
  return `${again ? '??' : '?'} ${text}${kind}${choices}`
}

function describeRequest(need: FlowRequest): string[] {
  switch (need.kind) {
    case 'reply':
      return []
    case 'action':
      return [`= ${need.tool} ${JSON.stringify(need.with)}`]
    case 'choices':
      return [`= choices of ${need.source}`]
    case 'reading':
      return [`= reading of “${need.text}” as ${need.slot.name}`]
    case 'digression':
      return [`= digression: ${need.text}`]
    case 'handoff':
      return [`= handoff ${need.to.to === 'human' ? 'human' : `playbook:${need.to.id}`}`]
    case 'over':
      return [`= over, ${need.how}`]
  }
}
