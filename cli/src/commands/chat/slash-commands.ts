import { type ChatContext, type ChatState, indentLines, printNote } from './chat-context.ts'
import { drawExplanation } from './draw/explanation.ts'
import { chatHelp } from './help.ts'
import type { SlashCommandName } from './parse-input.ts'
import { emptyScreen } from './rendered/screen.ts'

/** What is typed behind a slash. */
export const slashCommands: Record<SlashCommandName, (context: ChatContext, state: ChatState) => Promise<void> | void> =
  {
    help: ({ print }) => print(chatHelp),
    async why(context) {
      const [last] = await context.session.recentTurns(1)
      if (last) context.print(indentLines(drawExplanation(last, context.style)))
      else printNote(context, 'Nothing has been said yet')
    },
    async reset(context, state) {
      await context.session.reset()
      state.screen = emptyScreen
      printNote(context, 'The conversation begins anew, and nothing is remembered')
    },
  }
