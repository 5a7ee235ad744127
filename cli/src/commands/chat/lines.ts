import { createInterface } from 'node:readline'
import type { Io } from '../../io.ts'

type InputIo = Pick<Io, 'prompt' | 'streams' | 'interrupted'>

/** What is said, line by line, until there is no more or somebody presses Ctrl-C. */
export async function* readInputLines(messages: readonly string[], io: InputIo): AsyncGenerator<string, void> {
  for await (const line of inputSource(messages, io)) {
    if (io.interrupted.aborted) return
    yield line
  }
}

function inputSource(messages: readonly string[], io: InputIo): Iterable<string> | AsyncIterable<string> {
  if (messages.length > 0) return messages
  return io.prompt ? readTypedLines(io.prompt) : createInterface({ input: io.streams.input, signal: io.interrupted })
}

async function* readTypedLines({ ask }: NonNullable<Io['prompt']>): AsyncGenerator<string, void> {
  for (let line = await ask('> '); line !== undefined; line = await ask('> ')) yield line
}
