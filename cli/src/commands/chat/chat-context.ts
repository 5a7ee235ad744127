import type { Io } from '../../io.ts'
import type { ChatStyle } from './draw/style.ts'
import { drawTurn } from './draw/turn.ts'
import type { PersonaSession } from './persona-session.ts'
import type { PersonaTurn } from './persona-types.ts'
import { buildScreen, type ChatScreen } from './rendered/screen.ts'

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
  { session, print, style }: ChatContext,
  turn: Pick<PersonaTurn, 'messages' | 'effects' | 'warnings'>,
): ChatScreen {
  const screen = buildScreen(turn.messages, session.persona.channel)
  const lines = drawTurn(screen, turn, style)
  print(lines.length > 0 ? `${indentLines(lines)}\n` : '')
  return screen
}

export const printNote = ({ print, style }: ChatContext, text: string): void =>
  print(indentLines([style.paint('dim', text)]))

export const indentLines = (lines: readonly string[]): string =>
  lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')
