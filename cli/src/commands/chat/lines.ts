import { createInterface } from 'node:readline'
import type { Io } from '../../io.ts'

type World = Pick<Io, 'person' | 'streams' | 'interrupted'>

/** What is said, line by line, until there is no more or somebody presses Ctrl-C. */
export async function* linesOf(said: readonly string[], io: World): AsyncGenerator<string, void> {
  for await (const line of sourceOf(said, io)) {
    if (io.interrupted.aborted) return
    yield line
  }
}

function sourceOf(said: readonly string[], io: World): Iterable<string> | AsyncIterable<string> {
  if (said.length > 0) return said
  return io.person ? typed(io.person) : createInterface({ input: io.streams.input, signal: io.interrupted })
}

async function* typed({ ask }: NonNullable<Io['person']>): AsyncGenerator<string, void> {
  for (let line = await ask('> '); line !== undefined; line = await ask('> ')) yield line
}
