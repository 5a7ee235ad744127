import type { Io } from '../../io.ts'
import { clearLine } from '../../text/clear-line.ts'
import { toPrintable } from '../../text/printable.ts'
import { type ChatContext, type ChatState, printNote, showTurn } from './chat-context.ts'
import type { ParsedInput } from './parse-input.ts'
import type { PersonaTurnDirective } from './persona-types.ts'

/** Sends a message or a tap and shows the reply. `line` is what the user typed. */
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
  // After a silent turn, the previous screen can still be tapped.
  if (!isSilent) state.screen = screen
  json({ personaId: session.persona.id, turn, ...answer })
}

type ChatTurnInput = Extract<ParsedInput, { kind: 'turn' }>

/** The terminal already shows what the user typed; this prints what it stands for. */
function echoInput(context: ChatContext, { shown, opens, line }: ChatTurnInput & { line: string }): void {
  if (!context.isLive) context.print(`> ${toPrintable(shown)}`)
  else if (shown !== line.trim()) printNote(context, toPrintable(shown))
  if (opens) printNote(context, `opens ${toPrintable(opens)}`)
}

/** A system turn, such as an opt-out, expects no answer. */
const isSystemTurn = (turn: PersonaTurnDirective): boolean => typeof turn === 'object' && 'system' in turn

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
