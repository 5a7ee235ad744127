import type { AgentFlow, FlowSlot } from '@parley/definition'
import {
  type Advanced,
  advance,
  type Choice,
  type FlowEffect,
  type FlowInput,
  type FlowNeed,
  type FlowState,
  type FlowWorld,
  type SlotValue,
} from '@parley/flow'

/** What a flow is tried in: nothing outside is asked, and nothing is sent. */
export type Stage = {
  playbookId: string
  flowOf(playbookId: string): AgentFlow | undefined
  agent(path: string): string | undefined
  /** What is on file of the person before the first word. */
  person: Readonly<Record<string, SlotValue>>
  choices(source: string, slot: FlowSlot): Choice[]
  toolsSucceed: boolean
  now: string
  timezone: string
}

export type Spoken = Extract<FlowEffect, { kind: 'say' | 'template' | 'ask' }>
export type Happening =
  | { kind: 'heard'; text: string }
  | { kind: 'spoken'; effect: Spoken }
  | { kind: 'called'; tool: string; with: Record<string, unknown>; ok: boolean }
  | { kind: 'saved'; path: string; value: SlotValue }
  | { kind: 'outcome'; outcome: string }
  | { kind: 'unread'; text: string }
  | { kind: 'digression'; text: string }
  | { kind: 'handoff'; to: string }
  | { kind: 'over'; how: 'return' | 'end' }
  | { kind: 'circle' }

export type Session = {
  state?: FlowState
  isOver: boolean
  happenings: readonly Happening[]
  person: Readonly<Record<string, SlotValue>>
  slots: Readonly<Record<string, SlotValue>>
  /** Steps of the flow itself that the last word led through, and the one it waits at. */
  passed: readonly number[]
  /** All that were passed since the beginning. */
  walked: readonly number[]
  waitsAt?: number
  trace: readonly string[]
}

/** More than any conversation needs between two words of the person. */
const mostNeeds = 60

export function opened(stage: Stage): Session {
  const empty: Session = {
    isOver: false,
    happenings: [],
    person: stage.person,
    slots: {},
    passed: [],
    walked: [],
    trace: [],
  }
  return played(empty, { kind: 'start', playbookId: stage.playbookId }, stage)
}

/** What the person wrote, or picked by its ids. */
export function replied(session: Session, text: string, picked: string[] | undefined, stage: Stage): Session {
  const heard = noted(session, { kind: 'heard', text })
  return played(heard, { kind: 'reply', text, ...(picked && { picked }) }, stage)
}

function played(before: Session, input: FlowInput, stage: Stage): Session {
  let session: Session = { ...before, passed: [], trace: [] }
  let next: FlowInput | undefined = input
  for (let needs = 0; next && needs < mostNeeds; needs++) {
    const advanced: Advanced = advance(session.state, next, worldOf(session, stage))
    session = taken(session, advanced, stage)
    const served = serve(advanced.needs, stage)
    session = noted(session, ...served.happenings)
    next = served.input
  }
  return session
}

function taken(session: Session, advanced: Advanced, { playbookId }: Stage): Session {
  const { state, effects, needs, passed = [], trace, stoppedAt } = advanced
  const saves = effects.flatMap((effect) => (effect.kind === 'save' ? [[effect.path, effect.value] as const] : []))
  const innermost = state?.frames.at(-1)
  const steps = passed.filter((one) => one.playbookId === playbookId).map(({ step }) => step)
  const own = state?.frames.findLast((frame) => frame.playbookId === playbookId)
  const { state: _, waitsAt: __, ...rest } = session
  const after: Session = {
    ...rest,
    ...(state && { state }),
    ...(own && { waitsAt: own.step }),
    isOver: needs.kind === 'over' || needs.kind === 'handoff',
    person: { ...session.person, ...Object.fromEntries(saves) },
    slots: innermost?.slots ?? advanced.slots ?? {},
    passed: [...session.passed, ...steps],
    walked: [...new Set([...session.walked, ...steps])],
    trace: [...session.trace, ...trace],
  }
  return noted(after, ...effects.map(happeningOf), ...(stoppedAt ? [{ kind: 'circle' } as const] : []))
}

function happeningOf(effect: FlowEffect): Happening {
  if (effect.kind === 'save') return { kind: 'saved', path: effect.path, value: effect.value }
  if (effect.kind === 'outcome') return { kind: 'outcome', outcome: effect.outcome }
  return { kind: 'spoken', effect }
}

type Served = { happenings: Happening[]; input?: FlowInput }

/** What the outside would do, made up; nothing where it is the person's turn. */
function serve(needs: FlowNeed, stage: Stage): Served {
  switch (needs.kind) {
    case 'reply':
      return { happenings: [] }
    case 'action': {
      const ok = stage.toolsSucceed
      return { happenings: [{ kind: 'called', tool: needs.tool, with: needs.with, ok }], input: { kind: 'acted', ok } }
    }
    case 'choices':
      return { happenings: [], input: { kind: 'choices', choices: stage.choices(needs.source, needs.slot) } }
    case 'reading':
      return {
        happenings: [{ kind: 'unread', text: needs.text }],
        input: { kind: 'read', reading: { kind: 'unclear' } },
      }
    case 'digression':
      return { happenings: [{ kind: 'digression', text: needs.text }], input: { kind: 'back' } }
    case 'handoff':
      return { happenings: [{ kind: 'handoff', to: needs.to.to === 'human' ? 'human' : needs.to.id }] }
    case 'over':
      return { happenings: [{ kind: 'over', how: needs.how }] }
  }
}

function worldOf({ person }: Session, { flowOf, agent, now, timezone }: Stage): FlowWorld {
  const onFile = (path: string) => (Object.hasOwn(person, path) ? person[path] : undefined)
  return { flowOf, agent, person: onFile, now, timezone }
}

const noted = (session: Session, ...more: Happening[]): Session => ({
  ...session,
  happenings: [...session.happenings, ...more],
})
