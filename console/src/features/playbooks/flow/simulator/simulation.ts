import { type AgentFlow, type AgentLocation, type FlowSlot, parseFlowTool } from '@parley/definition'
import {
  type AdvanceResult,
  advance,
  type FlowChoice,
  type FlowEffect,
  type FlowInput,
  type FlowRequest,
  type FlowState,
  type FlowWorld,
  type SlotValue,
} from '@parley/flow'
import { FailingStub, takeFromStub } from '@parley/testcase/stub'
import { createLocationWorld } from '../model/location-world.ts'

/** The environment of a simulation: it calls no external service and sends nothing. */
export type SimulationWorld = {
  playbookId: string
  flowOf(playbookId: string): AgentFlow | undefined
  agent(path: string): string | undefined
  /** Known data of the person before the first message. */
  person: Readonly<Record<string, SlotValue>>
  choices(source: string, slot: FlowSlot): FlowChoice[]
  locations?: readonly AgentLocation[]
  toolsSucceed: boolean
  /** What tools return instead, by name, as in a test case. */
  stubs?: Readonly<Record<string, unknown>>
  now: string
  timezone: string
}

export type MessageEffect = Extract<FlowEffect, { kind: 'say' | 'template' | 'ask' }>
export type SimulationEvent =
  | { kind: 'heard'; text: string }
  | { kind: 'spoken'; effect: MessageEffect }
  | { kind: 'called'; tool: string; with: Record<string, unknown>; ok: boolean }
  | { kind: 'saved'; path: string; value: SlotValue }
  | { kind: 'outcome'; outcome: string }
  | { kind: 'unread'; text: string }
  | { kind: 'digression'; text: string }
  | { kind: 'handoff'; to: string }
  | { kind: 'over'; how: 'return' | 'end' }
  | { kind: 'circle' }

export type SimulationSession = {
  state?: FlowState
  isOver: boolean
  events: readonly SimulationEvent[]
  person: Readonly<Record<string, SlotValue>>
  /** A slot that received the result of an action can have any JSON value. */
  slots: Readonly<Record<string, unknown>>
  /** Indexes of the steps that the last message went through, and of the one that is waiting. */
  passed: readonly number[]
  /** All steps visited since the start. */
  visited: readonly number[]
  waitingAt?: number
  trace: readonly string[]
}

/** More than any conversation needs between two messages of the person. */
const maxRequests = 60

export function startSimulation(world: SimulationWorld, text?: string): SimulationSession {
  const empty: SimulationSession = {
    isOver: false,
    events: [],
    person: world.person,
    slots: {},
    passed: [],
    visited: [],
    trace: [],
  }
  const begun = text === undefined ? empty : appendEvents(empty, { kind: 'heard', text })
  return runFlow(begun, { kind: 'start', playbookId: world.playbookId, ...(text !== undefined && { text }) }, world)
}

export function replyToSimulation(
  session: SimulationSession,
  text: string,
  picked: string[] | undefined,
  world: SimulationWorld,
): SimulationSession {
  const replied = appendEvents(session, { kind: 'heard', text })
  return runFlow(replied, { kind: 'reply', text, ...(picked && { picked }) }, world)
}

function runFlow(before: SimulationSession, input: FlowInput, world: SimulationWorld): SimulationSession {
  let session: SimulationSession = { ...before, passed: [], trace: [] }
  let next: FlowInput | undefined = input
  for (let needs = 0; next && needs < maxRequests; needs++) {
    const before = next.kind === 'start' ? undefined : session.state
    const advanced: AdvanceResult = advance(before, next, toFlowWorld(session, world))
    session = applyAdvance(session, advanced, world)
    const served = simulateRequest(advanced.request, world, session)
    session = { ...appendEvents(session, ...served.events), isOver: session.isOver && served.input === undefined }
    next = served.input
  }
  return session
}

function applyAdvance(
  session: SimulationSession,
  advanced: AdvanceResult,
  { playbookId }: SimulationWorld,
): SimulationSession {
  const { state, effects, request, passed = [], trace, stoppedAt } = advanced
  const saves = effects.flatMap((effect) => (effect.kind === 'save' ? [[effect.path, effect.value] as const] : []))
  const innermost = state?.frames.at(-1)
  const steps = passed.filter((one) => one.playbookId === playbookId).map(({ step }) => step)
  const own = state?.frames.findLast((frame) => frame.playbookId === playbookId)
  const { state: _, waitingAt: __, ...rest } = session
  const after: SimulationSession = {
    ...rest,
    ...(state && { state }),
    ...(own && { waitingAt: own.step }),
    isOver: request.kind === 'over' || request.kind === 'handoff',
    person: { ...session.person, ...Object.fromEntries(saves) },
    slots: innermost?.slots ?? advanced.slots ?? {},
    passed: [...session.passed, ...steps],
    visited: [...new Set([...session.visited, ...steps])],
    trace: [...session.trace, ...trace],
  }
  return appendEvents(after, ...effects.flatMap(toSimulationEvent), ...(stoppedAt ? [{ kind: 'circle' } as const] : []))
}

/** A location that was chosen shows in the texts that follow. */
function toSimulationEvent(effect: FlowEffect): SimulationEvent | [] {
  if (effect.kind === 'location') return []
  if (effect.kind === 'save') return { kind: 'saved', path: effect.path, value: effect.value }
  if (effect.kind === 'outcome') return { kind: 'outcome', outcome: effect.outcome }
  return { kind: 'spoken', effect }
}

type SimulatedResponse = { events: SimulationEvent[]; input?: FlowInput }

/** Simulates the response of an external system; returns nothing if it is the person's turn. */
function simulateRequest(request: FlowRequest, world: SimulationWorld, session: SimulationSession): SimulatedResponse {
  switch (request.kind) {
    case 'reply':
      return { events: [] }
    case 'action': {
      const { ok, result } = callTool(request.tool, world, session)
      const input = { kind: 'acted', ok, ...(result !== undefined && { result }) } as const
      return { events: [{ kind: 'called', tool: request.tool, with: request.with, ok }], input }
    }
    case 'choices':
      return { events: [], input: { kind: 'choices', choices: world.choices(request.source, request.slot) } }
    case 'reading':
      return {
        events: [{ kind: 'unread', text: request.text }],
        input: { kind: 'read', reading: { kind: 'unclear' } },
      }
    case 'digression':
      return { events: [{ kind: 'digression', text: request.text }], input: { kind: 'back' } }
    case 'handoff': {
      const playbookId = request.to.to === 'playbook' ? request.to.id : undefined
      const hasFlow = playbookId !== undefined && world.flowOf(playbookId) !== undefined
      const events = [{ kind: 'handoff', to: playbookId ?? 'human' }] as const
      return { events: [...events], ...(hasFlow && { input: { kind: 'start', playbookId } }) }
    }
    case 'over':
      return { events: [{ kind: 'over', how: request.how }] }
  }
}

/** By the names of test cases, and with their stubs: an answer or a failure, for every call or for each in order. */
function callTool(
  tool: string,
  { stubs = {}, toolsSucceed }: SimulationWorld,
  { events }: SimulationSession,
): { ok: boolean; result?: unknown } {
  const name = toStubName(tool)
  if (!Object.hasOwn(stubs, name)) return { ok: toolsSucceed }
  const earlier = events.filter((event) => event.kind === 'called' && toStubName(event.tool) === name)
  const stub = earlier.reduce<unknown>((left) => takeFromStub(left).rest, stubs[name])
  const { answer } = takeFromStub(stub)
  return FailingStub.safeParse(answer).success ? { ok: false } : { ok: true, result: answer }
}

function toStubName(tool: string): string {
  const parsed = parseFlowTool(tool)
  return parsed && parsed.kind !== 'tool' ? parsed.id : tool
}

function toFlowWorld({ person }: SimulationSession, world: SimulationWorld): FlowWorld {
  const { flowOf, agent, locations, now, timezone } = world
  const onFile = (path: string) => (Object.hasOwn(person, path) ? person[path] : undefined)
  return { flowOf, agent, ...createLocationWorld(locations), person: onFile, now, timezone }
}

const appendEvents = (session: SimulationSession, ...more: SimulationEvent[]): SimulationSession => ({
  ...session,
  events: [...session.events, ...more],
})
