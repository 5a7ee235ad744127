import { type Deed, type Directive, inputOf } from '@parley/testcase'
import type { TranscriptLine } from '../deps.ts'

type Shown = { text: string; rendered?: unknown }

/** What the person did, as it is read. */
export function personLine(
  { directive, turnIndex }: { directive: Directive; turnIndex: number },
  deed: Deed,
  via: NonNullable<TranscriptLine['via']>,
): TranscriptLine {
  const role = deed.kind === 'system' ? 'system' : 'user'
  const { text } = inputOf(deed)
  return { role, text, turnIndex, ...(typeof directive !== 'string' && { directive }), via }
}

export const agentLines = (messages: readonly Shown[], turnIndex?: number): TranscriptLine[] =>
  messages.map(({ text, rendered }) => ({
    role: 'agent',
    text,
    ...(rendered !== undefined && { rendered }),
    ...(turnIndex !== undefined && { turnIndex }),
  }))

/** What would have been done, between the lines. */
export const effectLines = (effects: readonly { summary: string }[], turnIndex: number): TranscriptLine[] =>
  effects.map(({ summary }) => ({ role: 'system', text: summary, turnIndex }))
