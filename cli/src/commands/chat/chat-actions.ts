import type { Io } from '../../io.ts'
import { clearLine } from '../../text/paint.ts'
import { toPrintable } from '../../text/printable.ts'
import { drawExplanation } from './draw/explanation.ts'
import { type ChatStyle, drawTurn } from './draw/turn.ts'
import type { ParsedInput, SlashCommandName } from './parse-input.ts'
import type { PersonaSession, PersonaTurn, PersonaTurnDirective } from './persona-session.ts'
import { buildScreen, type ChatScreen, emptyScreen } from './rendered/chat-bubble.ts'

export type ChatContext = {
  session: PersonaSession
  io: Pick<Io, 'interrupted' | 'columns' | 'err'>
  style: ChatStyle
  /** Interactive: errors are shown and the chat continues. Otherwise the first error ends it. */
  isLive: boolean
  print(line: string): void
  json(value: unknown): void
}

/** The offers that can be tapped now, and the number of messages that got no answer. */
export type ChatState = { screen: ChatScreen; unanswered: number }

/** Draws a turn and returns the screen it leaves for the person. */
export function showTurn(
  { print, style }: ChatContext,
  turn: Pick<PersonaTurn, 'messages' | 'effects' | 'warnings'>,
): ChatScreen {
  const screen = buildScreen(turn.messages)
  const lines = drawTurn(screen, turn, style)
  print(lines.length > 0 ? `${indentLines(lines)}\n` : '')
  return screen
}

export const printNote = ({ print, style }: ChatContext, text: string): void =>
  print(indentLines([style.paint('dim', text)]))

export const indentLines = (lines: readonly string[]): string =>
  lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')

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
  if (isSilent) printNote(context, needsNone ? 'The agent received it and did not reply.' : 'No reply.')
  if (isSilent && !needsNone) state.unanswered += 1
  const screen = showTurn(context, answer)
  // After a silent turn, the previous screen can still be tapped.
  if (!isSilent) state.screen = screen
  json({ personaId: session.persona.id, turn, ...answer })
}

type ChatTurnInput = Extract<ParsedInput, { kind: 'turn' }>

/** The terminal already shows what the user typed; this prints what it means. */
function echoInput(context: ChatContext, { displayText, opens, line }: ChatTurnInput & { line: string }): void {
  if (!context.isLive) context.print(`> ${toPrintable(displayText)}`)
  else if (displayText !== line.trim()) printNote(context, toPrintable(displayText))
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

const chatHelp = `\
  What you type is sent to the agent. To tap a chip, a card's button or a list entry, type its number
  or its label; where several can be chosen, type their numbers: 1, 3
  /why     explains the last reply: playbook, knowledge, tools, effects, warnings
  /reset   starts over: the agent forgets you
  /turn    anything a test case can do, as JSON: /turn { "media": "image", "url": "https://…" }
  //…      sends a line that begins with one slash
  /quit    ends the chat, as do Ctrl-D and Ctrl-C`

export const slashCommands: Record<SlashCommandName, (context: ChatContext, state: ChatState) => Promise<void> | void> =
  {
    help: ({ print }) => print(chatHelp),
    async why(context) {
      const [last] = await context.session.recentTurns(1)
      if (last) context.print(indentLines(drawExplanation(last, context.style)))
      else printNote(context, 'There are no messages yet')
    },
    async reset(context, state) {
      await context.session.reset()
      state.screen = emptyScreen
      printNote(context, 'The conversation starts over; the agent remembers nothing')
    },
  }
