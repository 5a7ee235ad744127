import { type ActionStep, type AgentFlow, parseFlowTool } from '@parley/definition'
import type { FlowFrame, FlowInput, FlowWorld } from '../engine.ts'
import { listAnswers, listSourceChoices, type VerifierTurn } from './answers.ts'
import { type Atom, atomsByOperand, listLiterals, listNumbersAround, selectDistinct } from './atoms.ts'
import { findSlotByName } from './flows.ts'
import type { SearchState } from './search-state.ts'

/** One thing that may happen next: what the person does, or how the outside responds. */
export type Move = {
  input: FlowInput
  turn?: VerifierTurn
  /** The response of a tool, as the stub of a test case; undefined for a success without a result. */
  stub?: { name: string; value: unknown }
  /** The person's text is not an answer. Such moves are explored, but are no way out of a loop. */
  isUnclear?: true
  /** The step's action failed, or the person declined it. */
  failsAction?: true
  /** `on_error` says what happens then. */
  isHandledByStep?: boolean
}

type MoveContext = { world: FlowWorld; personAtoms: ReadonlyMap<string, readonly Atom[]> }

/** No reader takes it for an answer, and it is too short for a model. */
const unclearText = '?!'

/** Returns everything that may happen next; none if the conversation is over. */
export function listMoves({ flow: state, request, text }: SearchState, context: MoveContext): Move[] {
  const frame = state?.frames.at(-1)
  const flow = frame && context.world.flowOf(frame.playbookId)
  if (request.kind === 'handoff') {
    if (request.to.to === 'human') return []
    return [{ input: { kind: 'start', playbookId: request.to.id, text } }]
  }
  if (request.kind === 'over' || !frame || !flow) return []
  if (request.kind === 'reply') return listReplies(frame, flow, context)
  if (request.kind === 'action') return listActionResults(frame, flow, context)
  if (request.kind === 'reading') return [{ input: { kind: 'read', reading: { kind: 'unclear' } }, isUnclear: true }]
  if (request.kind === 'digression') return [{ input: { kind: 'back' }, isUnclear: true }]
  const atoms = atomsOf(flow, request.slot.name, context)
  const choices = listSourceChoices(request.slot, request.source, { atoms, world: context.world })
  return [{ input: { kind: 'choices', choices } }, { input: { kind: 'choices', choices: [] } }]
}

function listReplies({ awaits, step: at }: FlowFrame, flow: AgentFlow, context: MoveContext): Move[] {
  if (awaits?.kind === 'confirmSlot') return [confirm(true), confirm(false)]
  if (awaits?.kind === 'confirmAction')
    return [confirm(true), { ...confirm(false), ...failureOf(flow.steps[at] as ActionStep) }]
  const slot = awaits?.kind === 'slot' ? findSlotByName(flow, awaits.slot) : undefined
  if (awaits?.kind !== 'slot' || !slot) return [say('Hello')]
  const atoms = atomsOf(flow, slot.name, context)
  const answers = listAnswers(slot, awaits.offered, { atoms, world: context.world })
  return [
    ...answers.map(
      ({ turn, text, picked }): Move => ({ turn, input: { kind: 'reply', text, ...(picked && { picked }) } }),
    ),
    ...(slot.required === false ? [say('skip')] : []),
    { ...say(unclearText), isUnclear: true },
  ]
}

const say = (text: string): Move => ({ turn: text, input: { kind: 'reply', text } })

function confirm(isYes: boolean): Move {
  const text = isYes ? 'yes' : 'no'
  return { turn: { confirm: isYes, fallback: text }, input: { kind: 'reply', text, picked: [text] } }
}

function atomsOf(flow: AgentFlow, name: string, { personAtoms }: MoveContext): Atom[] {
  const bound = findSlotByName(flow, name)?.bind
  return [...(atomsByOperand(flow).get(name) ?? []), ...(bound === undefined ? [] : (personAtoms.get(bound) ?? []))]
}

function listActionResults({ step: at }: FlowFrame, flow: AgentFlow, context: MoveContext): Move[] {
  const step = flow.steps[at] as ActionStep
  const name = stubName(step.action)
  const results = step.slot === undefined ? [undefined] : listResults(flow, step.slot, context)
  const succeed = results.map(
    (result): Move => ({
      input: { kind: 'acted', ok: true, ...(result !== undefined && { result }) },
      stub: { name: name ?? step.action, value: result },
    }),
  )
  const stub = { name: name ?? step.action, value: { fail: { message: 'The tool failed.' } } }
  return [...succeed, { input: { kind: 'acted', ok: false }, stub, ...failureOf(step) }]
}

function failureOf({ on_error: onError }: ActionStep): Pick<Move, 'failsAction' | 'isHandledByStep'> {
  return { failsAction: true, isHandledByStep: onError === 'handoff' || onError === 'branch' }
}

/** Capabilities of Parley itself respond as they do; only services and catalog tools have stubbed results. */
function stubName(action: string): string | undefined {
  const tool = parseFlowTool(action)
  return tool && tool.kind !== 'tool' ? tool.id : undefined
}

/** The result of an action: one of each class that conditions on it or on one of its fields can tell apart. */
function listResults(flow: AgentFlow, slot: string, context: MoveContext): unknown[] {
  const whole = atomsOf(flow, slot, context)
  const fields = [...atomsByOperand(flow)].filter(([operand]) => operand.startsWith(`${slot}.`))
  if (fields.length === 0) return selectDistinct(['a result', ...listValues(whole)], whole, (value) => value)
  const variants = fields.map(([operand, atoms]) => {
    const path = operand.slice(slot.length + 1).split('.')
    return selectDistinct(['a result', undefined, ...listValues(atoms)], atoms, (value) => value).map((value) => ({
      path,
      value,
    }))
  })
  return combine(variants).map((values) => values.reduce<Record<string, unknown>>(setField, {}))
}

const listValues = (atoms: readonly Atom[]): unknown[] => [...listLiterals(atoms), ...listNumbersAround(atoms)]

/** Results with more combinations of fields than this are tried one field at a time. */
const maxCombinations = 64

function combine<T>(variants: readonly (readonly T[])[]): T[][] {
  const count = variants.reduce((product, list) => product * list.length, 1)
  if (count <= maxCombinations)
    return variants.reduce<T[][]>((all, list) => all.flatMap((one) => list.map((next) => [...one, next])), [[]])
  const first = variants.map(([one]) => one as T)
  return variants.flatMap((list, at) => list.map((next) => first.map((one, index) => (index === at ? next : one))))
}

type FieldValue = { path: readonly string[]; value: unknown }

function setField(result: Record<string, unknown>, { path, value }: FieldValue): Record<string, unknown> {
  const [first, ...rest] = path
  if (first === undefined || value === undefined) return result
  const inner = (result[first] ?? {}) as Record<string, unknown>
  return { ...result, [first]: rest.length === 0 ? value : setField(inner, { path: rest, value }) }
}
