import { createInterface, type Interface } from 'node:readline'
import { Writable } from 'node:stream'
import type { Prompt } from './io.ts'

type TerminalStreams = { input: NodeJS.ReadStream; output: NodeJS.WriteStream; interrupted: AbortSignal }

/** Prompts at a terminal. Lines typed ahead are buffered for the next question. */
export function createPrompt({ input, output, interrupted }: TerminalStreams): Prompt & { leave(): void } {
  let lines: Interface | undefined
  let isHidden = false
  let waiting: ((line: string | undefined) => void) | undefined
  let isOver = false
  const ahead: string[] = []
  const hand = (line: string | undefined) => {
    const next = waiting
    waiting = undefined
    next?.(line)
  }
  const onLine = (line: string) => (waiting ? hand(line) : ahead.push(line))
  const over = () => {
    isOver = true
    // The next output starts on a line of its own.
    if (waiting && !isHidden) output.write('\n')
    hand(undefined)
  }
  const shown = new Writable({
    write(piece, _encoding, done) {
      if (!isHidden) output.write(piece)
      done()
    },
  })
  const open = (): Interface => {
    const opened = createInterface({ input, output: shown, terminal: true })
    opened.on('line', onLine)
    opened.on('close', over)
    // In raw mode, the terminal sends no signal itself.
    opened.on('SIGINT', () => process.kill(process.pid, 'SIGINT'))
    interrupted.addEventListener('abort', () => opened.close())
    return opened
  }
  const askOnce = async (question: string, hides: boolean): Promise<string | undefined> => {
    const early = ahead.shift()
    if (early !== undefined || isOver || interrupted.aborted) return early
    lines ??= open()
    if (hides) output.write(question)
    isHidden = hides
    lines.setPrompt(hides ? '' : question)
    lines.prompt()
    const answer = await new Promise<string | undefined>((resolve) => {
      waiting = resolve
    })
    isHidden = false
    if (hides) output.write('\n')
    return answer
  }
  return {
    ask: (question) => askOnce(question, false),
    askSecret: (question) => askOnce(question, true),
    leave: () => lines?.close(),
  }
}
