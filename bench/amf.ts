import { compile, render } from '@parley/amf'
import { marked } from 'marked'
import { micromark } from 'micromark'
import type { Benchmark } from './benchmark.ts'
import { chatCorpus } from './chat-corpus.ts'

const corpus = chatCorpus()
const corpusBytes = bytesOf(corpus.join(''))
/** Ours and theirs take turns, so that other load on the machine falls on both. */
const rounds = 15
const roundMs = 80

/** AML beside the quickest and the most faithful reader of Markdown, on the same short messages in the same run. */
export async function benchAmf(): Promise<Benchmark[]> {
  const rates = taken({
    compile: () => corpus.forEach((text) => void compile(text)),
    rendered: () => corpus.forEach(compiledAndRendered),
    lexer: () => corpus.forEach((text) => void marked.lexer(text)),
    micromark: () => corpus.forEach((text) => void micromark(text)),
  })
  const unit = 'MB/s'
  return [
    { name: 'AML compile, beside marked lexer', ours: rates.compile, ceiling: rates.lexer, unit },
    { name: 'compile, render rcs and sms, beside marked lexer', ours: rates.rendered, ceiling: rates.lexer, unit },
    { name: 'compile, render rcs and sms, beside micromark', ours: rates.rendered, ceiling: rates.micromark, unit },
    ...Object.entries(shapes).flatMap(([name, shape]) => growth(name, shape)),
  ]
}

function compiledAndRendered(text: string): void {
  const { message } = compile(text)
  render(message, { channel: 'rcs', messageId: 'm1' })
  render(message, { channel: 'sms', messageId: 'm1' })
}

/** In strides, so that any stretch has of every kind. */
const mixed = corpus.map((_, at) => corpus[(at * 61) % corpus.length] ?? '')

/** Friendly text, and what somebody might send to make a compiler slow. */
const shapes: Record<string, (bytes: number) => string> = {
  'chat messages': (bytes) => filled(`${mixed.join('\n\n')}\n\n`, bytes),
  'open brackets': (bytes) => filled('[[', bytes),
  'nested markers': (bytes) => filled('[[carousel\n[[card: x\n', bytes),
  emphasis: (bytes) => filled('**a _b [c](', bytes),
}

/** Megabytes a second at growing lengths, beside the rate at one kilobyte: a ratio that sinks is not linear. */
function growth(name: string, shape: (bytes: number) => string): Benchmark[] {
  const rate = (kilobytes: number) => {
    const text = shape(kilobytes * 1000)
    return taken({ text: () => compiledAndRendered(text) }, bytesOf(text), 3).text
  }
  const ceiling = rate(1)
  return [10, 100, 1000].map((kilobytes) => ({
    name: `${name}, ${kilobytes} KB beside 1 KB`,
    ours: rate(kilobytes),
    ceiling,
    unit: 'MB/s',
  }))
}

function filled(text: string, bytes: number): string {
  return text.repeat(Math.ceil(bytes / text.length)).slice(0, bytes)
}

/** Megabytes a second of each, as the median of rounds in turn. */
function taken<N extends string>(tasks: Record<N, () => void>, bytes = corpusBytes, times = rounds): Record<N, number> {
  const names = Object.keys(tasks) as N[]
  const rates = new Map(names.map((name) => [name, [] as number[]]))
  for (const name of names) timed(tasks[name])
  for (let round = 0; round < times; round++)
    for (const name of names) rates.get(name)?.push((timed(tasks[name]) * bytes) / 1e6)
  return Object.fromEntries(names.map((name) => [name, median(rates.get(name) ?? [])])) as Record<N, number>
}

/** How many times a second. */
function timed(task: () => void): number {
  const from = performance.now()
  let count = 0
  do {
    task()
    count += 1
  } while (performance.now() - from < roundMs)
  return (count * 1000) / (performance.now() - from)
}

function median(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}

function bytesOf(text: string): number {
  return new TextEncoder().encode(text).length
}
