import type { DeskEvent } from '@parley/sdk'
import { defineCommand } from '../../command.ts'
import { agentOptions } from '../../connection/options.ts'
import { exitCodes } from '../../exit.ts'
import type { Paint } from '../../text/paint.ts'
import { toPrintable } from '../../text/printable.ts'
import { connectToDesk } from './connect-to-desk.ts'

export const watchDeskCommand = defineCommand({
  name: 'watch',
  summary: 'follow the desk: who waits, who takes, who writes',
  about: `follows the desk until Ctrl-C. Reconnects by itself and resumes where it was.
With --json, prints each event on a line of its own.`,
  options: {
    ...agentOptions,
    after: { type: 'string', value: 'ID', description: 'resume after the event with this id' },
  },
  exitDescriptions: { 130: 'interrupted by Ctrl-C' },
  examples: [
    ['parley desk watch', 'a line for each event'],
    ['parley desk watch --json | jq -c \'select(.event == "waiting")\'', 'only people who begin to wait'],
  ],
  next: ['`parley desk take USER` takes a conversation'],
  async run({ options, io, print, paint, json }) {
    const { desk } = await connectToDesk(options, io)
    const after = options.after === undefined ? {} : { after: options.after }
    for await (const event of desk.events({ ...after, signal: io.interrupted })) {
      json(event)
      print(formatEvent(event, paint))
    }
    return exitCodes.interrupted
  },
})

/** Formats as `12:00:03  taken  usr_01  by user_02`. */
function formatEvent({ event, userId, by, at }: DeskEvent, paint: Paint): string {
  const color = event === 'waiting' ? 'red' : 'dim'
  const parts = [at.slice(11, 19), paint(color, event.padEnd(8)), toPrintable(userId), by && `by ${toPrintable(by)}`]
  return parts.filter(Boolean).join('  ')
}
