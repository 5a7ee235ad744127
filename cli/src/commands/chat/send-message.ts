import type { Io } from '../../io.ts'
import { clearLine } from '../../text/clear-line.ts'
import { toPrintable } from '../../text/printable.ts'
import { type ChatContext, type ChatState, printNote, showTurn } from './chat-context.ts'
import type { ParsedInput } from './parse-input.ts'
import type { PersonaTurnDirective } from './persona-types.ts'

/** Says or taps something, and shows what comes back. `line` is what was typed for it. */
export async function sendMessage(
  context: ChatContext,
  state: ChatState,
  meant: ChatTurnInput & { line: string },
): Promise<void> {
  const { session, io, isLive, json } = context
  const { turn, opens } = meant
  echoInput(context, meant)
  const answer = await withSpinner(io, isLive, () => session.play(turn, io.interrupted))
  const isSilent = answer.messages.length === 0
  const needsNone = opens !== undefined || isSystemTurn(turn)
  if (isSilent) printNote(context, needsNone ? 'The agent was told, and says nothing.' : 'No answer came.')
  if (isSilent && !needsNone) state.unanswered += 1
  const screen = showTurn(context, answer)
  // What was shown before can still be tapped.
  if (!isSilent) state.screen = screen
  json({ personaId: session.persona.id, turn, ...answer })
}

type ChatTurnInput = Extract<ParsedInput, { kind: 'turn' }>

/** Whoever types sees what was typed; what it stands for is told. */
function echoInput(context: ChatContext, { shown, opens, line }: ChatTurnInput & { line: string }): void {
  if (!context.isLive) context.print(`> ${toPrintable(shown)}`)
  else if (shown !== line.trim()) printNote(context, toPrintable(shown))
  if (opens) printNote(context, `opens ${toPrintable(opens)}`)
}

/** Nobody answers who is told of a switch. */
const isSystemTurn = (turn: PersonaTurnDirective): boolean => typeof turn === 'object' && 'system' in turn

/** Dots while somebody waits at a terminal. */
async function withSpinner<T>(
  { columns, err }: Pick<Io, 'columns' | 'err'>,
  isLive: boolean,
  act: () => Promise<T>,
): Promise<T> {
  if (!isLive || columns() === undefined) return act()
  err('  …')
  try {
    return await act()
  } finally {
    err(clearLine)
  }
}
