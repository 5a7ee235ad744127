import { CommandError, createIncompleteError, exitCodes, usageError } from './exit.ts'
import type { Io } from './io.ts'

/** Asks for confirmation. Throws if there is no terminal or the answer is not yes. */
export async function confirmAction(
  question: string,
  { prompt, interrupted }: Pick<Io, 'prompt' | 'interrupted'>,
): Promise<void> {
  if (!prompt) throw usageError('Without a terminal, confirm with --yes')
  const answer = await prompt.ask(`${question} [y/N] `)
  if (/^y(es)?$/i.test(answer?.trim() ?? '')) return
  throw interrupted.aborted
    ? new CommandError(exitCodes.interrupted, 'Stopped: nothing was done')
    : createIncompleteError('Nothing was done')
}
