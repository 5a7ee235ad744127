import type { Io } from '../../io.ts'
import type { ChatStyle } from './draw/style.ts'
import { drawTurn } from './draw/turn.ts'
import type { PersonaSession } from './persona-session.ts'
import type { PersonaTurn } from './persona-types.ts'
import { buildScreen, type ChatScreen } from './rendered/screen.ts'

/** One call of `parley chat`. */
export type ChatContext = {
  session: PersonaSession
  io: Pick<Io, 'interrupted' | 'columns' | 'err'>
  style: ChatStyle
  /** Somebody types, and can be told what did not work; else it ends there. */
  isLive: boolean
  print(line: string): void
  json(value: unknown): void
}

/** What can be tapped now, and how often nobody answered. */
export type ChatState = { screen: ChatScreen; unanswered: number }

/** Draws a turn, and answers what it has put before the person. */
export function showTurn(
  { session, print, style }: ChatContext,
  turn: Pick<PersonaTurn, 'messages' | 'effects' | 'warnings'>,
): ChatScreen {
  const screen = buildScreen(turn.messages, session.persona.channel)
  const lines = drawTurn(screen, turn, style)
  print(lines.length > 0 ? `${indentLines(lines)}\n` : '')
  return screen
}

/** A note of the program, between what is said. */
export const printNote = ({ print, style }: ChatContext, text: string): void =>
  print(indentLines([style.paint('dim', text)]))

export const indentLines = (lines: readonly string[]): string =>
  lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')
