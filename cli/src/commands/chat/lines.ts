import { createInterface } from 'node:readline'
import type { Io } from '../../io.ts'

type World = Pick<Io, 'person' | 'streams' | 'interrupted' | 'err'>

/** What is said, line by line, until there is no more or somebody presses Ctrl-C. */
export async function* linesOf(said: readonly string[], io: World): AsyncGenerator<string, void> {
  for await (const line of sourceOf(said, io)) {
    if (io.interrupted.aborted) return
    yield line
  }
}

function sourceOf(said: readonly string[], io: World): Iterable<string> | AsyncIterable<string> {
  if (said.length > 0) return said
  return io.person ? typed(io.person, io) : createInterface({ input: io.streams.input, signal: io.interrupted })
}

async function* typed(person: NonNullable<Io['person']>, { err }: World): AsyncGenerator<string, void> {
  for (;;) {
    const line = await person.ask('> ')
    // Whatever comes next begins a line of its own.
    if (line === undefined) return err('\n')
    yield line
  }
}
