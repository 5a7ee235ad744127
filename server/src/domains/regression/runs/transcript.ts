import { type CaseTurn, type PersonAction, toActionInput } from '@parley/testcase'
import type { TranscriptLine } from '../deps.ts'

type ShownAgentMessage = { text: string; rendered?: unknown }

export function toPersonLine(
  { directive, turnIndex }: { directive: CaseTurn; turnIndex: number },
  deed: PersonAction,
  via: NonNullable<TranscriptLine['via']>,
): TranscriptLine {
  const role = deed.kind === 'system' ? 'system' : 'user'
  const { text } = toActionInput(deed)
  return { role, text, turnIndex, ...(typeof directive !== 'string' && { directive }), via }
}

type WaitTurn = Extract<CaseTurn, { wait: unknown }>

/** For example: `180 minutes later: followUp`. */
export function toWaitLine(
  { directive, turnIndex }: { directive: WaitTurn; turnIndex: number },
  events: readonly string[],
): TranscriptLine {
  const { minutes } = directive.wait
  const passed = `${minutes} minute${minutes === 1 ? '' : 's'} later`
  const text = events.length > 0 ? `${passed}: ${events.join(', ')}` : passed
  return { role: 'system', text, turnIndex, directive, via: 'system' }
}

export const toAgentLines = (messages: readonly ShownAgentMessage[], turnIndex?: number): TranscriptLine[] =>
  messages.map(({ text, rendered }) => ({
    role: 'agent',
    text,
    ...(rendered !== undefined && { rendered }),
    ...(turnIndex !== undefined && { turnIndex }),
  }))

/** Transcript lines for the effects that the sandbox recorded instead of performing. */
export const toEffectLines = (effects: readonly { summary: string }[], turnIndex: number): TranscriptLine[] =>
  effects.map(({ summary }) => ({ role: 'system', text: summary, turnIndex }))
