import { type ChatContext, type ChatState, indentLines, printNote } from './chat-context.ts'
import { drawExplanation } from './draw/explanation.ts'
import type { SlashCommandName } from './parse-input.ts'
import { emptyScreen } from './rendered/screen.ts'

const chatHelp = `\
  What you type is said to the agent. The number of a chip, a card's button or an entry taps it,
  and so does its label; where several can be chosen, type their numbers: 1, 3
  /why     why the last answer was given: playbook, knowledge, tools, effects, warnings
  /reset   begins anew: the agent forgets you
  /turn    whatever a test case can do, as JSON: /turn { "media": "image", "url": "https://…" }
  //…      says a line that begins with one slash
  /quit    ends it, and so do Ctrl-D and Ctrl-C`

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
