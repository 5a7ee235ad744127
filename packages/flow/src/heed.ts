import { answerConfirm, decide } from './answers/confirm.ts'
import { keepForetold } from './answers/foretold.ts'
import { answerByModel, answerSlot, type Reply } from './answers/slot.ts'
import { notTaken, slotToRead } from './answers/unclear.ts'
import type { Awaited, Choice, FlowInput, FlowNeed, Open, Reading } from './engine.ts'
import { ask, askAgain, questionOf } from './question.ts'
import { readYesNo } from './read/index.ts'
import { awaits, flowOf, frameOf, gone, type Run, slotNamed, stepOf } from './run.ts'
import { usable } from './slots/choices.ts'
import { acted, needAction } from './steps/action.ts'
import { needChoices, withoutChoices } from './steps/collect.ts'

/** Takes in what came. Nothing is answered when the flow can go on at once. */
export function heed(run: Run, input: FlowInput): FlowNeed | undefined {
  if (input.kind === 'start') {
    keepForetold(run, input.text ?? '')
    return undefined
  }
  const { awaits: awaited } = frameOf(run)
  if (!awaited) return undefined
  if (input.kind === 'reply') return heedReply(run, awaited, input)
  if (input.kind === 'acted' && awaited.kind === 'action') return settled(run, acted(run, input.ok))
  if (input.kind === 'choices' && awaited.kind === 'choices') return heedChoices(run, awaited.slot, input.choices)
  if (input.kind === 'read' && awaited.kind === 'reading') return heedReading(run, awaited, input.reading)
  return repeat(run, awaited)
}

/** An answer is taken though the flow was edited meanwhile; what the outside was asked for is asked for again. */
function heedReply(run: Run, awaited: Awaited, reply: Reply): FlowNeed | undefined {
  const open = awaited.kind === 'reading' ? awaited.open : awaited
  if (open.kind === 'action' || open.kind === 'choices') return repeat(run, open)
  return settled(run, open.kind === 'slot' ? answerSlot(run, open, reply) : answerConfirm(run, open, reply))
}

/** Where nothing is needed nothing is awaited either. */
function settled(run: Run, need: FlowNeed | undefined): FlowNeed | undefined {
  if (!need) awaits(run, undefined)
  return need
}

function heedChoices(run: Run, name: string, choices: readonly Choice[]): FlowNeed | undefined {
  const slot = slotNamed(run, name)
  if (!slot) return gone(run, name)
  const offered = usable(choices)
  return offered ? ask(run, { kind: 'slot', slot: name, offered }) : settled(run, withoutChoices(run, slot))
}

type Asked = Extract<Awaited, { kind: 'reading' }>

function heedReading(run: Run, { open, text }: Asked, reading: Reading): FlowNeed | undefined {
  awaits(run, open)
  if (reading.kind === 'value') return settled(run, answered(run, open, reading.value))
  const isDigression = reading.kind === 'digression' && flowOf(run)?.allowDigressions === true
  if (!isDigression) return settled(run, notTaken(run, open))
  run.trace.push('digression')
  return { kind: 'digression', text }
}

function answered(run: Run, open: Open, value: Extract<Reading, { kind: 'value' }>['value']): FlowNeed | undefined {
  if (open.kind === 'slot') return answerByModel(run, open, value)
  const said = typeof value === 'boolean' ? value : readYesNo(String(value))
  return said === undefined ? notTaken(run, open) : decide(run, open, said === true || said === 'yes')
}

/** After a digression, and when something else came than was awaited: nothing is lost but one's turn. */
function repeat(run: Run, awaited: Awaited): FlowNeed | undefined {
  if (awaited.kind === 'action') {
    const step = stepOf(run)
    return step && 'action' in step ? needAction(run, step) : settled(run, undefined)
  }
  if (awaited.kind === 'choices') {
    const slot = slotNamed(run, awaited.slot)
    if (!slot) return gone(run, awaited.slot)
    return slot.source === undefined ? settled(run, undefined) : needChoices(run, slot, slot.source)
  }
  if (awaited.kind !== 'reading') return askAgain(run, awaited, { isFailure: false })
  const question = questionOf(run, awaited.open)
  if (!question) return gone(run, 'the question')
  return { kind: 'reading', slot: slotToRead(run, awaited.open), question: question.text, text: awaited.text }
}
