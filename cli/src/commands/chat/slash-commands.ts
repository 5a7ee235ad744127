import { drawExplanation } from './draw/explanation.ts'
import { chatHelp } from './help.ts'
import type { SlashCommandName } from './parse-input.ts'
import { emptyScreen } from './rendered/screen.ts'
import { indentLines, printNote, type ChatState, type ChatContext } from './chat-context.ts'

/** What is typed behind a slash. */
export const slashCommands: Record<SlashCommandName, (context: ChatContext, state: ChatState) => Promise<void> | void> = {
  help: ({ print }) => print(chatHelp),
  async why(talking) {
    const [last] = await talking.session.recentTurns(1)
    if (last) talking.print(indentLines(drawExplanation(last, talking.style)))
    else printNote(talking, 'Nothing has been said yet')
  },
  async reset(talking, state) {
    await talking.session.reset()
    state.screen = emptyScreen
    printNote(talking, 'The conversation begins anew, and nothing is remembered')
  },
}
