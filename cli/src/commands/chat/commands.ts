import { drawWhy } from './draw/why.ts'
import { talkHelp } from './help.ts'
import type { CommandName } from './meaning.ts'
import { emptyScreen } from './shown/screen.ts'
import { indented, note, type State, type Talking } from './talking.ts'

/** What is typed behind a slash. */
export const commands: Record<CommandName, (talking: Talking, state: State) => Promise<void> | void> = {
  help: ({ say }) => say(talkHelp),
  async why(talking) {
    const [last] = await talking.played.past(1)
    if (last) talking.say(indented(drawWhy(last, talking.style)))
    else note(talking, 'Nothing has been said yet')
  },
  async reset(talking, state) {
    await talking.played.reset()
    state.screen = emptyScreen
    note(talking, 'The conversation begins anew, and nothing is remembered')
  },
}
