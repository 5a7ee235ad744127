import { Forbidden, NotFound, ParleyError, ParleyUnreachable, Unauthorized } from '@parley/sdk'
import { toCommandError } from '../../command-error.ts'
import { CommandError, type ExitCode, exitCodes, usageError } from '../../exit.ts'
import { toPrintable } from '../../text/printable.ts'
import { type ChatContext, type ChatState, indentLines, showTurn } from './chat-context.ts'
import { type ParsedInput, parseInput } from './parse-input.ts'
import type { PastPersonaTurn } from './persona-types.ts'
import { buildScreen, type ChatScreen, emptyScreen } from './rendered/screen.ts'
import { sendMessage } from './send-message.ts'
import { slashCommands } from './slash-commands.ts'

/** Says each line and shows what comes back; ends well where nothing was left without an answer. */
export async function runChat(
  context: ChatContext,
  past: readonly PastPersonaTurn[],
  lines: AsyncIterable<string>,
): Promise<ExitCode> {
  const { isLive, io } = context
  const state: ChatState = { screen: showPastTurns(context, past), unanswered: 0 }
  let lineCount = 0
  for await (const line of lines) {
    lineCount += 1
    const meaning = parseInput(line, state.screen)
    if (meaning.kind === 'quit') break
    await tryInput(context, () => handleInput(context, state, { ...meaning, line }))
    if (io.interrupted.aborted) break
  }
  if (isLive) return exitCodes.passed
  if (io.interrupted.aborted) return exitCodes.interrupted
  if (lineCount === 0) throw usageError('Nothing was said: give --say, or lines on the standard input')
  return state.unanswered > 0 ? exitCodes.failed : exitCodes.passed
}

/** What was said before is told to whoever sits there, and can still be tapped. */
function showPastTurns(context: ChatContext, turns: readonly PastPersonaTurn[]): ChatScreen {
  const { isLive, session, print } = context
  for (const turn of isLive ? turns : []) {
    if (turn.input) print(`> ${toPrintable(turn.input.text)}`)
    showTurn(context, turn)
  }
  const last = turns.findLast(({ messages }) => messages.length > 0)
  return last ? buildScreen(last.messages, session.persona.channel) : emptyScreen
}

type ChatInput = Exclude<ParsedInput, { kind: 'quit' }> & { line: string }

async function handleInput(context: ChatContext, state: ChatState, meaning: ChatInput): Promise<void> {
  if (meaning.kind === 'nothing') return
  if (meaning.kind === 'refused') throw usageError(toPrintable(meaning.why))
  if (meaning.kind === 'turn') return sendMessage(context, state, meaning)
  if (!context.isLive) context.print(`> /${meaning.name}`)
  return slashCommands[meaning.name](context, state)
}

/** Who sits there may try again, unless the door is shut; a script ends with what went wrong. */
async function tryInput({ io, isLive, print, style }: ChatContext, act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (io.interrupted.aborted) return
    if (!isLive || !isRecoverable(error)) throw error
    print(
      indentLines(
        toCommandError(error)
          .message.split('\n')
          .map((line) => style.paint('yellow', line)),
      ),
    )
  }
}

function isRecoverable(error: unknown): boolean {
  if (error instanceof Unauthorized || error instanceof Forbidden || error instanceof NotFound) return false
  return error instanceof ParleyError || error instanceof ParleyUnreachable || error instanceof CommandError
}
