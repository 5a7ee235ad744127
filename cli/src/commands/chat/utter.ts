import { plain } from '../../text/plain.ts'
import type { Meaning } from './meaning.ts'
import { note, type State, show, type Talking } from './talking.ts'
import { thinking } from './thinking.ts'
import type { Directive } from './turn.ts'

/** Says or taps something, and shows what comes back. `line` is what was typed for it. */
export async function utter(talking: Talking, state: State, meant: Said & { line: string }): Promise<void> {
  const { played, io, isLive, json } = talking
  const { turn, opens } = meant
  echo(talking, meant)
  const answer = await thinking(io, isLive, () => played.play(turn, io.interrupted))
  const isSilent = answer.messages.length === 0
  const needsNone = opens !== undefined || isSystem(turn)
  if (isSilent) note(talking, needsNone ? 'The agent was told, and says nothing.' : 'No answer came.')
  if (isSilent && !needsNone) state.unanswered += 1
  const screen = show(talking, answer)
  // What was shown before can still be tapped.
  if (!isSilent) state.screen = screen
  json({ personaId: played.persona.id, turn, ...answer })
}

type Said = Extract<Meaning, { kind: 'turn' }>

/** Whoever types sees what was typed; what it stands for is told. */
function echo(talking: Talking, { shown, opens, line }: Said & { line: string }): void {
  if (!talking.isLive) talking.say(`> ${plain(shown)}`)
  else if (shown !== line.trim()) note(talking, plain(shown))
  if (opens) note(talking, `opens ${plain(opens)}`)
}

/** Nobody answers who is told of a switch. */
const isSystem = (turn: Directive): boolean => typeof turn === 'object' && 'system' in turn
