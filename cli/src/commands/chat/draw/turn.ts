import { wrap } from '../../../layout/wrap.ts'
import type { PersonaTurn } from '../persona-types.ts'
import type { ChatScreen } from '../rendered/screen.ts'
import { drawBubble } from './bubble.ts'
import type { ChatStyle } from './style.ts'

/** What came back: the messages, a blank line between two, and dim what else there is to know. */
export function drawTurn({ bubbles }: ChatScreen, { effects, warnings }: TurnNotes, style: ChatStyle): string[] {
  const drawn = bubbles.map((bubble) => drawBubble(bubble, style)).filter(({ length }) => length > 0)
  const notes = [
    ...effects.map(({ summary }) => `· ${summary} (sandbox)`),
    ...warnings.map((warning) => `! ${warning}`),
  ]
  return [
    ...drawn.flatMap((lines, at) => (at === 0 ? lines : ['', ...lines])),
    ...notes.flatMap((note) => wrap(note, style.columns).map((line) => style.paint('dim', line))),
  ]
}

type TurnNotes = Pick<PersonaTurn, 'effects' | 'warnings'>
