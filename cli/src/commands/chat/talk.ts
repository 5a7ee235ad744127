import { Forbidden, NotFound, ParleyError, ParleyUnreachable, Unauthorized } from '@parley/sdk'
import { Ending, type Exit, exits, misused } from '../../exit.ts'
import { endingOf } from '../../failure.ts'
import { plain } from '../../text/plain.ts'
import { commands } from './commands.ts'
import { type Meaning, meaningOf } from './meaning.ts'
import { emptyScreen, type Screen, screenOf } from './shown/screen.ts'
import { indented, type State, show, type Talking } from './talking.ts'
import type { PastTurn } from './turn.ts'
import { utter } from './utter.ts'

/** Says each line and shows what comes back; ends well where nothing was left without an answer. */
export async function talk(talking: Talking, past: readonly PastTurn[], lines: AsyncIterable<string>): Promise<Exit> {
  const { isLive, io } = talking
  const state: State = { screen: recalled(talking, past), unanswered: 0 }
  let heard = 0
  for await (const line of lines) {
    heard += 1
    const meaning = meaningOf(line, state.screen)
    if (meaning.kind === 'quit') break
    await attempted(talking, () => taken(talking, state, { ...meaning, line }))
    if (io.interrupted.aborted) break
  }
  if (isLive) return exits.passed
  if (io.interrupted.aborted) return exits.interrupted
  if (heard === 0) throw misused('Nothing was said: give --say, or lines on the standard input')
  return state.unanswered > 0 ? exits.failed : exits.passed
}

/** What was said before is told to whoever sits there, and can still be tapped. */
function recalled(talking: Talking, turns: readonly PastTurn[]): Screen {
  const { isLive, played, say } = talking
  for (const turn of isLive ? turns : []) {
    if (turn.input) say(`> ${plain(turn.input.text)}`)
    show(talking, turn)
  }
  const last = turns.findLast(({ messages }) => messages.length > 0)
  return last ? screenOf(last.messages, played.persona.channel) : emptyScreen
}

type Taken = Exclude<Meaning, { kind: 'quit' }> & { line: string }

async function taken(talking: Talking, state: State, meaning: Taken): Promise<void> {
  if (meaning.kind === 'nothing') return
  if (meaning.kind === 'refused') throw misused(plain(meaning.why))
  if (meaning.kind === 'turn') return utter(talking, state, meaning)
  if (!talking.isLive) talking.say(`> /${meaning.name}`)
  return commands[meaning.name](talking, state)
}

/** Who sits there may try again, unless the door is shut; a script ends with what went wrong. */
async function attempted({ io, isLive, say, style }: Talking, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (io.interrupted.aborted) return
    if (!isLive || !isPassing(error)) throw error
    say(
      indented(
        endingOf(error)
          .message.split('\n')
          .map((line) => style.paint('yellow', line)),
      ),
    )
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof Unauthorized || error instanceof Forbidden || error instanceof NotFound) return false
  return error instanceof ParleyError || error instanceof ParleyUnreachable || error instanceof Ending
}
