import { Ending, exits, misused } from './exit.ts'
import type { Io } from './io.ts'

/** Asks for a yes. Where nobody is there to say it, and where it is not said, nothing is done. */
export async function consent(question: string, { person }: Pick<Io, 'person'>): Promise<void> {
  if (!person) throw misused('Nobody is at the terminal to say yes: give --yes')
  const answer = await person.ask(`${question} [y/N] `)
  if (/^y(es)?$/i.test(answer?.trim() ?? '')) return
  throw new Ending(exits.noVerdict, 'Nothing was done')
}
