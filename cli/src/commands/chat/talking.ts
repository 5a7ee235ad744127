import type { Io } from '../../io.ts'
import type { Style } from './draw/style.ts'
import { drawTurn } from './draw/turn.ts'
import type { Played } from './persona.ts'
import { type Screen, screenOf } from './shown/screen.ts'
import type { Turn } from './turn.ts'

/** One call of `parley chat`. */
export type Talking = {
  played: Played
  io: Pick<Io, 'interrupted' | 'columns' | 'err'>
  style: Style
  /** Somebody types, and can be told what did not work; else it ends there. */
  isLive: boolean
  say(line: string): void
  json(value: unknown): void
}

/** What can be tapped now, and how often nobody answered. */
export type State = { screen: Screen; unanswered: number }

/** Draws a turn, and answers what it has put before the person. */
export function show({ played, say, style }: Talking, turn: Pick<Turn, 'messages' | 'effects' | 'warnings'>): Screen {
  const screen = screenOf(turn.messages, played.persona.channel)
  const lines = drawTurn(screen, turn, style)
  say(lines.length > 0 ? `${indented(lines)}\n` : '')
  return screen
}

/** A note of the program, between what is said. */
export const note = ({ say, style }: Talking, text: string): void => say(indented([style.paint('dim', text)]))

export const indented = (lines: readonly string[]): string =>
  lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')
